// The public pages: rows that open in place, tables sorted by a press, and the projector's paging. Each works without
// this file as well: rows open as pages, tables keep the server's order, the projector shows everything.
(() => {
  "use strict";
  const root = document.documentElement;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const whenFresh = (act) => { act(); document.addEventListener("muster:fresh", act); };

  // ---- rows of the standings that open in place; the address keeps what is open
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-open]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const part = link.closest("[data-live]");
    const answer = await fetch(link.href, { credentials: "same-origin" });
    const fresh = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    const other = fresh && part && fresh.getElementById(part.id);
    if (!other) { location.assign(link.href); return; }
    part.replaceWith(document.importNode(other, true));
    history.replaceState(null, "", link.href);
    $(`[data-open="${CSS.escape(link.dataset.open)}"]`)?.focus({ preventScroll: true });
    document.dispatchEvent(new Event("muster:fresh"));
  });

  // ---- tables sorted by a press on a heading; ranks stay as they are
  const chosen = { column: null, up: true };
  const worth = (row, column, kind) => {
    const text = row.cells[column]?.textContent.trim() ?? "";
    if (kind === "text") return text;
    const number = parseFloat(text);
    return Number.isNaN(number) ? Infinity : number;
  };
  const sort = (table) => {
    const heading = $$("th[data-sort]", table).find((th) => th.cellIndex === chosen.column);
    const body = table.tBodies[0];
    if (!heading || !body) return;
    const rows = $$(":scope > tr:not(.cut):not(.expand)", body);
    const below = new Map(rows.map((row) => [row, row.nextElementSibling?.matches(".expand") ? row.nextElementSibling : null]));
    const kind = heading.dataset.sort;
    rows.sort((a, b) => {
      const [x, y] = [worth(a, chosen.column, kind), worth(b, chosen.column, kind)];
      const order = kind === "text" ? x.localeCompare(y) : x - y || 0;
      return chosen.up ? order : -order;
    });
    for (const row of rows) body.append(row, ...(below.get(row) ? [below.get(row)] : []));
    $$(".cut", body).forEach((cut) => { cut.hidden = true; });
    $$("th[aria-sort]", table).forEach((th) => th.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", chosen.up ? "ascending" : "descending");
  };
  whenFresh(() => {
    for (const heading of $$("th[data-sort]")) {
      if ($("button", heading)) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sortable";
      button.append(...heading.childNodes);
      heading.append(button);
    }
    if (chosen.column !== null) $$("table").forEach(sort);
  });
  document.addEventListener("click", (event) => {
    const heading = event.target.closest("th[data-sort] .sortable")?.closest("th");
    if (!heading) return;
    const again = chosen.column === heading.cellIndex;
    chosen.up = again ? !chosen.up : heading.dataset.sort === "text" || heading.cellIndex === 0;
    chosen.column = heading.cellIndex;
    sort(heading.closest("table"));
  });

  // ---- projector: one screenful after another; the whole list within a minute; arrow keys turn pages by hand
  if (!document.body.classList.contains("projector")) return;
  const WHOLE = 56000, LONGEST = 12000, SHORTEST = 2500;
  let page = 0;
  let timer = 0;
  let shown = "";
  // Which page is up, and since when: drawing it again, as every refresh does, takes nothing from its time.
  let up = { page: "", since: 0 };
  const show = () => $("#show");
  const step = (list) => list.clientWidth + (parseFloat(getComputedStyle(list).columnGap) || 0);
  const pages = (list) => (list ? Math.max(1, Math.ceil((list.scrollWidth + step(list) - list.clientWidth) / step(list) - 0.02)) : 1);
  const seen = (list) => {
    const box = list.getBoundingClientRect();
    return $$("li", list).filter((item) => {
      const at = item.getBoundingClientRect();
      return at.left >= box.left - 2 && at.right <= box.right + 2;
    });
  };
  // Two letters of the first and the last name on a page, so that people find the page before the name.
  const letters = (list) => {
    if (list.matches(".ranks")) return "";
    const part = (item) => [...($("b", item)?.textContent ?? "")].slice(0, 2).join("");
    const items = seen(list);
    const [from, to] = [items[0], items.at(-1)].map((item) => (item ? part(item) : ""));
    return from === to ? from : `${from} – ${to}`;
  };
  const paint = () => {
    const slide = $(".slide");
    if (!slide) return;
    slide.classList.add("on");
    const list = $(".cols", slide);
    const count = pages(list);
    const held = Number(show()?.dataset.held || 0);
    page = held ? Math.min(held, count) - 1 : page % count;
    if (list) list.scrollLeft = page * step(list);
    const stay = Math.min(LONGEST, Math.max(SHORTEST, WHOLE / count));
    const at = $(".at", slide);
    if (at) at.textContent = count > 1 ? `${page + 1} of ${count}` : "";
    const large = $(".letters", slide);
    if (large) large.textContent = list && count > 1 ? letters(list) : "";
    const now = `${shown} ${page} ${count} ${held}`;
    if (now !== up.page) up = { page: now, since: Date.now() };
    const gone = Date.now() - up.since;
    const turns = count > 1 && !held;
    const bar = $(".turn", slide);
    if (bar) bar.style.animation = turns ? `turn ${stay}ms linear -${gone}ms` : "none";
    clearTimeout(timer);
    if (turns) timer = setTimeout(() => go(1), Math.max(0, stay - gone));
  };
  const go = (by) => {
    const count = pages($(".slide .cols"));
    page = (page + by + count) % count;
    paint();
  };
  const fresh = () => {
    // Another view or round is shown from its beginning.
    const now = `${document.title} ${show()?.dataset.view} ${show()?.dataset.held}`;
    if (now !== shown) { page = 0; shown = now; }
    paint();
  };
  root.classList.add("paged");
  fresh();
  document.addEventListener("muster:fresh", fresh);
  // The desk's choice of view is not in the journal, and the clock replaces the seats after a while.
  setInterval(() => document.dispatchEvent(new Event("muster:ask")), 5000);
  addEventListener("resize", paint);
  let height = 0;
  new ResizeObserver(() => { const now = $("#main").clientHeight; if (now !== height) { height = now; paint(); } }).observe($("#main"));
  document.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(by);
  });
})();
