// The public pages: rows that open in place, tables sorted by a press, and the projector's paging. Each works without
// this file as well: rows open as pages, tables stand in the order of the server, the projector shows everything.
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

  // ---- projector: one screenful after another; arrow keys go on by hand
  if (!document.body.classList.contains("projector")) return;
  const SECONDS = 10;
  let slide = 0;
  let page = 0;
  let title = document.title;
  const step = (list) => list.clientWidth + (parseFloat(getComputedStyle(list).columnGap) || 0);
  const pages = (list) => (list ? Math.max(1, Math.ceil((list.scrollWidth + step(list) - list.clientWidth) / step(list) - 0.02)) : 1);
  const names = (list) => {
    const box = list.getBoundingClientRect();
    const seen = $$("li", list).filter((item) => {
      const at = item.getBoundingClientRect();
      return at.left >= box.left - 2 && at.right <= box.right + 2;
    });
    const family = (item) => $("b", item)?.textContent ?? "";
    return seen.length && !list.matches(".ranks") ? `${family(seen[0])} – ${family(seen[seen.length - 1])}` : "";
  };
  const paint = () => {
    const slides = $$(".slide");
    if (!slides.length) return;
    slide %= slides.length;
    slides.forEach((other, index) => other.classList.toggle("on", index === slide));
    const list = $(".cols", slides[slide]);
    const count = pages(list);
    page = Math.min(page, count - 1);
    if (list) list.scrollLeft = page * step(list);
    const at = $(".at", slides[slide]);
    if (at) at.textContent = count > 1 ? [names(list), `${page + 1} of ${count}`].filter(Boolean).join(", ") : "";
  };
  const go = (by) => {
    const count = pages($(".slide.on .cols"));
    page += by;
    if (page >= count) { page = 0; slide += 1; }
    if (page < 0) { page = 0; slide = Math.max(0, slide - 1); }
    paint();
  };
  root.classList.add("paged");
  paint();
  let timer = setInterval(() => go(1), SECONDS * 1000);
  document.addEventListener("muster:fresh", () => {
    // A new round is shown from its beginning.
    if (document.title !== title) { slide = 0; page = 0; title = document.title; }
    paint();
  });
  addEventListener("resize", paint);
  document.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    clearInterval(timer);
    timer = setInterval(() => go(1), SECONDS * 1000);
    go(by);
  });
})();
