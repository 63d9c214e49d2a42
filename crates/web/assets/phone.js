// Phones of players and judges: ships are tapped, the score follows, what was typed is kept, new tables are noticed.
// Every page works without this file.
(() => {
  "use strict";
  const root = document.documentElement;
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  root.classList.add("js");

  // ---- a tap on a ship goes to its next state
  const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));
  document.addEventListener("click", (event) => {
    const ship = event.target.closest?.(".ship");
    if (!ship || !event.isTrusted && !event.detail && event.target.matches("input")) return;
    const states = $$("input[type=radio]", ship);
    // Arrow keys move between the radios themselves and arrive here as a click on the radio.
    if (event.target.matches("input") || states.length === 0) return;
    event.preventDefault();
    const now = states.findIndex((state) => state.checked);
    const next = states[(now + 1) % states.length];
    next.checked = true;
    changed(next);
  });

  // ---- plus and minus beside small numbers
  const steppers = () => {
    for (const input of $$("input[data-step]").filter((input) => !input.closest(".stepper"))) {
      const box = document.createElement("div");
      box.className = "stepper";
      input.replaceWith(box);
      const button = (sign, by) => {
        const one = document.createElement("button");
        one.type = "button";
        one.textContent = sign;
        one.setAttribute("aria-label", by > 0 ? "One more" : "One fewer");
        one.addEventListener("click", () => {
          const value = Math.min(Number(input.dataset.most), Math.max(0, (parseInt(input.value, 10) || 0) + by));
          input.value = String(value);
          changed(input);
        });
        return one;
      };
      box.append(button("−", -1), input, button("+", 1));
    }
  };

  // ---- the score at the top follows what is entered; the server counts, so that only one place knows the rules
  let counting = 0;
  let asked = 0;
  const count = async (form) => {
    const mine = ++asked;
    const body = new URLSearchParams(new FormData(form));
    body.set("preview", "1");
    try {
      const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
      if (!answer.ok || mine !== asked) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const id of ["scorebar", "tie"]) {
        const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
        if (!old || !now) continue;
        if (id === "tie") old.hidden = now.hidden; else old.replaceWith(document.importNode(now, true));
      }
    } catch { /* the score comes with the answer to the report */ }
  };
  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-score]");
    if (!form) return;
    clearTimeout(counting);
    counting = setTimeout(() => count(form), 60);
  });

  // ---- drafts: what was typed survives another button, a refusal and a reload
  const store = (() => { try { return window.sessionStorage; } catch { return null; } })();
  const fields = (form) => $$("input[name], select[name], textarea[name]", form).filter((field) => field.type !== "hidden" && field.type !== "password");
  const key = (form) => `draft ${location.pathname} ${form.dataset.draft} ${form.querySelector("[id]")?.id || ""}`;
  const keep = (form) => {
    const values = fields(form).filter((field) => !field.matches("[type=radio], [type=checkbox]") || field.checked).map((field) => [field.name, field.value]);
    try { store?.setItem(key(form), JSON.stringify(values)); } catch { /* a browser that keeps nothing forgets it */ }
  };
  const restore = (form) => {
    const kept = store?.getItem(key(form));
    if (!kept || form.dataset.restored) return;
    form.dataset.restored = "1";
    const values = JSON.parse(kept);
    // What the server shows beside an error is newer.
    if (form.querySelector("[role=alert]")) return;
    for (const field of fields(form)) {
      const same = values.find(([name, value]) => name === field.name && (!field.matches("[type=radio], [type=checkbox]") || value === field.value));
      if (field.matches("[type=radio], [type=checkbox]")) { if (values.some(([name]) => name === field.name) || field.type === "checkbox") field.checked = Boolean(same); }
      else if (same) field.value = same[1];
    }
    if (form.matches("[data-score]")) count(form);
  };
  const restoreAll = () => $$("form[data-draft]").forEach(restore);
  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-draft]");
    if (form) keep(form);
  });
  // The draft of an accepted form is deleted; that of a refused one is kept.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset?.draft && !form.matches("[data-score]")) try { store?.setItem("draft sent", key(form)); } catch { /* as above */ }
  });
  const sent = store?.getItem("draft sent");
  if (sent) {
    if (new URLSearchParams(location.search).has("done")) store.removeItem(sent);
    store.removeItem("draft sent");
  }

  // ---- templates fill a field
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-fill]");
    const field = button && document.querySelector(button.dataset.fill);
    if (!field) return;
    field.value = button.dataset.text;
    field.focus();
    changed(field);
  });

  // ---- a phone left on the report of a round that is over goes to its new table
  const where = () => {
    const [at, seen] = [document.getElementById("at"), document.querySelector("form[data-score] [name=round]")];
    if (at && seen && at.dataset.round !== seen.value) location.assign(location.pathname.replace(/\/report$/, ""));
  };

  // ---- a new table, a judge on the way, time: the phone vibrates, and notifies if allowed
  const may = () => "Notification" in window && Notification.permission === "granted";
  const notices = () => $$("#me [data-notice]").map((part) => [part.dataset.notice, part.textContent.trim()]);
  let known = new Set(notices().map(([name]) => name));
  const notice = () => {
    const present = notices();
    for (const [name, text] of present) {
      if (known.has(name)) continue;
      navigator.vibrate?.([200, 100, 200]);
      if (may() && document.hidden) try { new Notification(text, { tag: name }); } catch { /* some phones allow it only elsewhere */ }
    }
    known = new Set(present.map(([name]) => name));
  };
  const offer = () => {
    if (!("Notification" in window) || !window.isSecureContext) return;
    $$("[data-alerts]").forEach((alerts) => { alerts.hidden = Notification.permission !== "default"; });
    if (may()) root.dataset.alert = "1";
  };
  document.addEventListener("click", async (event) => {
    if (!event.target.closest?.("[data-alerts]")) return;
    await Notification.requestPermission();
    offer();
  });

  // ---- sharing, where the phone can
  const sharing = () => { if (navigator.share) $$("[data-share]").forEach((button) => { button.hidden = false; }); };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-share]");
    if (button) navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {});
  });

  // ---- preview of what others will see
  document.addEventListener("input", (event) => {
    for (const shown of $$("[data-mirror]")) {
      shown.dataset.empty ??= shown.textContent;
      if (event.target.matches(shown.dataset.mirror)) shown.textContent = event.target.value || shown.dataset.empty;
    }
  });

  // ---- Back goes to the page as it was, with what was typed
  document.addEventListener("click", (event) => {
    const back = event.target.closest?.("[data-back]");
    if (back && history.length > 1) { event.preventDefault(); history.back(); }
  });

  document.addEventListener("muster:fresh", () => { where(); notice(); steppers(); sharing(); offer(); restoreAll(); });
  steppers();
  sharing();
  offer();
  restoreAll();
})();
