// Live pages without a framework: every page works without this file. It follows the tournament's events and
// refreshes the parts marked data-live, filters lists while somebody types, previews results while they are entered,
// lets players of a draft be dragged, and remembers the theme.
(() => {
  "use strict";
  const root = document.documentElement;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

  // ---- theme: the button stores a choice, the server reads the cookie on the next page; pages from a disk have no server
  const from_disk = location.protocol === "file:";
  const kept_theme = () => { try { return localStorage.getItem("muster_theme"); } catch { return null; } };
  if (from_disk && kept_theme()) root.dataset.theme = kept_theme();
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-switch]");
    if (!button) return;
    event.preventDefault();
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme || (dark ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    root.dataset.theme = next;
    document.cookie = `muster_theme=${next}; path=/; max-age=31536000; samesite=lax`;
    if (from_disk) try { localStorage.setItem("muster_theme", next); } catch { /* a browser that keeps nothing forgets it */ }
  });

  // ---- live parts: fetch this page again and replace what changed, never what somebody is typing in
  const typed = (field) => field.matches("[type=checkbox], [type=radio]") ? field.checked !== field.defaultChecked
    : field.matches("select") ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected))
    : field.value !== field.defaultValue;
  // What somebody has unfolded stays unfolded, what was filled in stays filled in.
  const keep = (part, newer) => {
    const folds = (from) => $$("details", from).map((fold) => [$("summary", fold)?.textContent, fold]);
    for (const [words, fold] of folds(part)) {
      const same = folds(newer).find(([other]) => other === words);
      if (same) same[1].open = fold.open;
    }
    for (const field of $$("input[id], select[id], textarea[id]", part).filter(typed)) {
      const same = newer.querySelector(`#${CSS.escape(field.id)}`);
      if (!same) continue;
      if (field.matches("[type=checkbox], [type=radio]")) same.checked = field.checked;
      else same.value = field.value;
    }
  };
  // Rows of results stay where they are, and what is typed in one stays there until it is saved or given up.
  const rows = (fresh) => {
    for (const list of $$("[data-rows]")) {
      const other = fresh.getElementById(list.id);
      const ids = (from) => $$("[data-row]", from).map((row) => row.id).sort().join();
      if (other && ids(other) !== ids(list) && !list.contains(document.activeElement)) list.replaceWith(document.importNode(other, true));
    }
  };
  const unsaved = (part, other) => part.matches("[data-row]:not(.saved)") && ($$("input[data-quick]", part).some(typed) && !$("input[data-quick]", other) || part.matches(".err, .ask"));
  // The key of a row differs each time; that alone is no reason to redraw the row.
  const same = (part, other) => {
    const text = (row) => row.matches("[data-row]") ? row.outerHTML.replace(/name="key" value="[^"]*"/g, "") : row.outerHTML;
    return text(part) === text(other);
  };
  // A page whose parts have changed, e.g. one that now has pairings, is replaced as a whole unless somebody is typing in it.
  const whole = (fresh) => {
    const [main, other] = [$("#main"), fresh.getElementById("main")];
    const parts = (from) => $$("[data-live]:not([data-row])", from).map((part) => part.id).sort().join();
    if (!main || !other || parts(main) === parts(other)) return;
    if ($$("input, select, textarea", main).some((field) => field === document.activeElement || typed(field))) return;
    keep(main, other);
    main.replaceChildren(...document.importNode(other, true).childNodes);
  };
  let refreshing = false;
  let again = false;
  // The newest position seen: another server that is a moment behind catches up before it answers.
  let seen = parseInt(root.dataset.position) || 0;
  const refresh = async () => {
    if (refreshing) { again = true; return; }
    refreshing = true;
    try {
      const answer = await fetch(location.href, { headers: { "X-Live": "1", "Muster-Position": seen }, credentials: "same-origin" });
      // The page is gone, e.g. the table of a round that is over: never show an old table.
      if (answer.status === 404 && /\/me\/[a-z]+$/.test(location.pathname)) { location.assign(location.pathname.replace(/\/[a-z]+$/, "")); return; }
      if (answer.redirected) { location.assign(answer.url); return; }
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        whole(fresh);
        rows(fresh);
        for (const part of $$("[data-live]")) {
          const other = fresh.getElementById(part.id);
          if (!other || unsaved(part, other)) continue;
          if (part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) continue;
          if (same(part, other)) continue;
          const newer = document.importNode(other, true);
          keep(part, newer);
          part.replaceWith(newer);
        }
        document.title = fresh.title;
        document.dispatchEvent(new Event("muster:fresh"));
        $$("[data-filter]").forEach(filter);
        offline(false);
      }
    } catch { offline(true); }
    refreshing = false;
    if (again) { again = false; refresh(); }
  };
  document.addEventListener("muster:ask", () => refresh());
  const offline = (off) => {
    root.classList.toggle("is-offline", off);
    const at = $("[data-offline-since]");
    if (off && at && !at.textContent) at.textContent = new Date().toLocaleTimeString();
    if (!off && at) at.textContent = "";
  };

  // ---- the standby: an open page knows in advance where to go when this server is gone. Whether the standby has taken over
  // is asked there; only a page that is older than the standby cannot ask, and waits at the standby's own page.
  let standby = null;
  let blocked = false;
  let silent = 0;
  const plan = async () => {
    try {
      const answer = await fetch("/standby/ticket", { credentials: "same-origin" });
      if (answer.ok) standby = await answer.json();
    } catch { /* what is known stays known */ }
  };
  document.addEventListener("securitypolicyviolation", () => { blocked = true; });
  const move = async () => {
    silent = root.classList.contains("is-offline") ? silent + 1 : 0;
    if (!silent || !standby?.standby) return;
    try {
      const status = blocked ? null : await (await fetch(`${standby.standby}/standby/status`)).json();
      if (status && (status.part !== "leading" || status.term <= standby.term)) return;
      const brought = new URLSearchParams({ ticket: standby.ticket || "", next: location.pathname + location.search });
      if (status || silent > 6) location.assign(`${standby.standby}/standby/arrive#${brought}`);
    } catch { /* it does not answer either */ }
  };
  if (root.dataset.events) {
    setTimeout(plan, 2000);
    setInterval(plan, 120000);
    setInterval(move, 2000);
  }
  if ($("[data-arrival]")) {
    const brought = new URLSearchParams(location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
    const arrive = async () => {
      try {
        const status = await (await fetch("/standby/status")).json();
        if (status.part !== "leading") return;
        clearInterval(waiting);
        if (brought.get("ticket")) await fetch("/standby/arrive", { method: "POST", body: brought, credentials: "same-origin", redirect: "manual" });
        const next = brought.get("next") || "/";
        location.replace(next.startsWith("/") && !next.startsWith("//") ? next : "/");
      } catch { /* the next try will do */ }
    };
    const waiting = setInterval(arrive, 1000);
    arrive();
  }

  // A browser allows only six connections to one server: a hidden page closes its own, so that the seventh page still opens,
  // and gets the current position first when it is shown again.
  const feed = root.dataset.events;
  let source = null;
  const follow = () => {
    if (source) return;
    source = new EventSource(feed);
    let position = null;
    source.addEventListener("message", (event) => {
      if (position !== null && event.data === position) return;
      const first = position === null;
      position = event.data;
      seen = Math.max(seen, parseInt(position) || 0);
      if (!first || position !== root.dataset.position) refresh();
      root.dataset.position = position;
    });
    source.addEventListener("open", () => { offline(false); clearTimeout(asking); });
    source.addEventListener("error", () => {
      offline(true);
      // Refused because too many follow, or disconnected: poll, and follow again after a while.
      if (source?.readyState === EventSource.CLOSED) source = null;
      poll(4);
    });
  };
  // Phones that were refused at the same moment do not ask at the same moment.
  let asking = 0;
  const poll = (times) => {
    clearTimeout(asking);
    asking = setTimeout(() => {
      refresh();
      if (times > 1) poll(times - 1); else follow();
    }, 10000 + Math.random() * 10000);
  };
  const rest = () => { clearTimeout(asking); source?.close(); source = null; };
  if (feed && "EventSource" in window) {
    if (!document.hidden) follow();
    document.addEventListener("visibilitychange", () => (document.hidden && !root.dataset.alert ? rest() : follow()));
    addEventListener("pagehide", rest);
    addEventListener("pageshow", () => { if (!document.hidden) follow(); });
  }

  // ---- parts that are still being worked out are asked for again, not by all phones at once
  let waiting = 0;
  const expect = () => {
    clearTimeout(waiting);
    if ($("[data-again]")) waiting = setTimeout(refresh, 1500 + Math.random() * 2000);
  };
  document.addEventListener("muster:fresh", expect);
  expect();

  // ---- a rail that is too long for the screen scrolls to the current page
  $(".rail [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

  // ---- lists that are searched by typing
  const letters = { ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i" };
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[øłđðþßæœı]/g, (letter) => letters[letter]);
  const filter = (input) => {
    const wanted = fold(input.value.trim());
    for (const row of $$(input.dataset.filter)) {
      const text = row.dataset.text || row.textContent;
      row.hidden = wanted !== "" && !fold(text).includes(wanted);
    }
  };
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-filter]")) filter(event.target);
  });

  // ---- previews: a form with data-preview asks the server what its fields would mean
  let timer = 0;
  const preview = async (form) => {
    const out = $("output", form);
    if (!out) return;
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.dataset.preview, { method: "POST", body, credentials: "same-origin" });
    out.textContent = await answer.text();
    out.dataset.ok = answer.ok;
  };
  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-preview]");
    if (!form) return;
    clearTimeout(timer);
    timer = setTimeout(() => preview(form), 150);
  });
  // A form that comes filled in shows its preview at once.
  if (new URLSearchParams(location.search).has("ending")) $$("form[data-preview]").forEach(preview);

  // ---- forms whose parts depend on a choice: fetch the page for the choice and replace those parts
  const look = async (event) => {
    const form = event.target.closest("form[data-lookup]");
    if (!form) return;
    const chosen = new URLSearchParams(new FormData(form));
    const address = `${form.dataset.lookup}?${chosen}`;
    const answer = await fetch(address, { credentials: "same-origin" });
    if (!answer.ok) return;
    // A form that only asks keeps its choices in the address, so that live parts and a reload show the same.
    if (form.method === "get") history.replaceState(null, "", address);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    root.dataset.reg = form.elements.regulation?.value || root.dataset.reg;
    const parts = form.dataset.parts ? $$(form.dataset.parts) : $$("[data-live]", form);
    for (const part of parts) {
      const other = fresh.getElementById(part.id);
      const focused = document.activeElement;
      if (!other || part.contains(focused) && focused.type === "text") continue;
      const name = focused.name, value = focused.value, inside = part.contains(focused);
      part.replaceWith(document.importNode(other, true));
      if (inside) $(`[name="${name}"][value="${CSS.escape(value)}"]`, form)?.focus();
    }
  };
  document.addEventListener("change", look);
  // Numbers are worked out while they are typed.
  let typing = 0;
  document.addEventListener("input", (event) => {
    if (!event.target.matches("form[data-lookup] input:not([type=radio], [type=checkbox])")) return;
    clearTimeout(typing);
    typing = setTimeout(() => look(event), event.target.type === "range" ? 40 : 250);
  });

  // ---- a draft: dragging a player onto another shows what swapping them changes
  document.addEventListener("dragstart", (event) => {
    const from = event.target.closest?.("[data-player]");
    if (from) event.dataTransfer.setData("text/x-player", from.dataset.player);
  });
  const onto = (event) => $("form[data-swap]") && event.target.closest?.("[data-player]");
  for (const over of ["dragenter", "dragover"]) {
    document.addEventListener(over, (event) => {
      const place = onto(event);
      if (!place) return;
      event.preventDefault();
      $$(".dropping").forEach((other) => other.classList.remove("dropping"));
      place.classList.add("dropping");
    });
  }
  document.addEventListener("dragend", () => $$(".dropping").forEach((place) => place.classList.remove("dropping")));
  document.addEventListener("drop", (event) => {
    const place = onto(event);
    const player = event.dataTransfer.getData("text/x-player");
    if (!place || !player) return;
    event.preventDefault();
    const form = $("form[data-swap]");
    form.elements.a.value = player;
    form.elements.b.value = place.dataset.player;
    form.requestSubmit();
  });

  // ---- pressing a button twice sends its form once
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    if (form.method === "post") {
      form.dataset.sent = "1";
      setTimeout(() => { delete form.dataset.sent; }, 4000);
    }
  });

  // ---- keyboard: a digit typed anywhere on the desk goes to the table field; Ctrl+Z undoes
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, select, textarea");
    if (!typing && /^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const table = $("[data-table-entry]");
      if (table) { table.focus(); table.select(); }
    }
    if (!typing && event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) {
      const undo = $("form[data-undo]");
      if (undo) { event.preventDefault(); undo.requestSubmit(); }
    }
  });

  // ---- clocks: count down to the server's deadline, by the server's time
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const agree = async () => {
    if (!$("[data-deadline], [data-announcements]")) return;
    try {
      const asked = Date.now();
      const answer = await fetch("/now");
      const told = Number(await answer.text());
      if (answer.ok && told) ahead = told - (asked + Date.now()) / 2;
    } catch { /* the next try will do */ }
  };
  const tick = () => {
    for (const clock of $$("[data-deadline]")) {
      const left = Math.max(0, Math.ceil((Number(clock.dataset.deadline) - now()) / 1000));
      const text = `${String(Math.floor(left / 60)).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
      if (clock.textContent !== text) clock.textContent = text;
    }
    for (const bar of $$("rect[data-from]")) {
      const [from, to] = [Number(bar.dataset.from), Number(bar.dataset.to)];
      bar.setAttribute("width", Math.round(1000 * Math.min(1, Math.max(0, (now() - from) / (to - from)))));
    }
    announce();
  };

  // ---- announcements: a banner for half a minute, and a chime where somebody asked for it
  let sound = null;
  const said = new Set();
  const chime = () => {
    if (!sound) return;
    for (const [index, pitch] of [660, 880, 660].entries()) {
      const tone = sound.createOscillator();
      const volume = sound.createGain();
      const at = sound.currentTime + index * 0.4;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.4, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.38);
      tone.connect(volume).connect(sound.destination);
      tone.start(at);
      tone.stop(at + 0.4);
    }
  };
  const announce = () => {
    let text = "";
    for (const line of $$("[data-announcements] > [data-at]")) {
      const since = now() - Number(line.dataset.at);
      // Just in time, before the page is drawn again for what comes after it.
      if (since < 0 && since > -600) setTimeout(announce, -since);
      if (since < 0 || since > 30000) continue;
      text = line.textContent;
      if (!said.has(line.dataset.at)) { said.add(line.dataset.at); chime(); }
    }
    let banner = $(".announcement");
    if (!banner && text) {
      banner = document.createElement("p");
      banner.className = "announcement";
      banner.setAttribute("role", "status");
      document.body.append(banner);
    }
    if (banner && banner.textContent !== text) { banner.textContent = text; banner.hidden = !text; }
  };
  const showSound = () => $$("[data-sound]").forEach((button) => {
    button.setAttribute("aria-pressed", sound ? "true" : "false");
    button.textContent = sound ? "Sound on" : "Sound off";
  });
  const switchSound = () => {
    sound = sound ? null : new AudioContext();
    chime();
    showSound();
  };
  document.addEventListener("click", (event) => { if (event.target.closest("[data-sound]")) switchSound(); });
  // The projector has no buttons: S switches its sound on and off.
  document.addEventListener("keydown", (event) => {
    if (document.body.matches(".projector") && event.key.toLowerCase() === "s" && !event.ctrlKey && !event.metaKey) switchSound();
  });
  document.addEventListener("muster:fresh", () => { showSound(); tick(); });
  agree();
  setInterval(agree, 300000);
  setInterval(tick, 500);
  tick();
})();
