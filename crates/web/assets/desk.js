// The results desk: a table number or a part of a name leads to a row, Enter saves it and moves on. A refused entry comes
// back in the row, with everything that was typed. Without this file each row is a separate form.
(() => {
  "use strict";
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const go = () => $("[data-jump] input");
  const rows = () => $$("#tables [data-row]");
  const quick = (row) => $$("input[data-quick]", row);
  const say = (text) => { const said = $("#jump-said"); if (said) said.textContent = text; };

  // ---- toasts disappear after a while; Ctrl+Z still undoes the step
  const fade = () => $$(".toast:not([data-leaves])").forEach((toast) => {
    toast.dataset.leaves = "1";
    const leave = () => { if (toast.matches(":hover, :focus-within")) setTimeout(leave, 4000); else toast.classList.add("gone"); };
    setTimeout(leave, 12000);
  });
  fade();

  // When results are entered in table order, focus moves to the next open table; otherwise to the table field.
  let inOrder = false;
  const open = (row) => row.matches(".open, .dsp, .err, .ask") && !row.matches(".saving, .saved");
  const place = (row) => $("[aria-invalid]", row) || row.matches(".err, .ask") && $("[data-first]", row) || quick(row)[0] || $("[data-first]", row);
  const to = (row) => {
    const field = place(row);
    if (!field) return;
    row.scrollIntoView({ block: "nearest" });
    field.focus({ preventScroll: true });
    field.select?.();
  };
  const next = (after) => {
    const list = rows().filter((row) => open(row) && quick(row).every((field) => !field.value));
    const number = (row) => Number(row.dataset.row);
    list.sort((one, two) => number(one) - number(two));
    return list.find((row) => number(row) > after) || list[0];
  };
  const clear = () => { const field = go(); if (field) field.value = ""; show(""); return field; };
  const back = () => clear()?.focus();
  const onward = (after) => {
    const row = inOrder && next(after);
    if (row) to(row); else back();
  };

  // ---- the field for a table or a name
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const names = (row) => fold($$(".name", row).map((cell) => cell.firstChild?.textContent ?? "").join(" "));
  const show = (text) => rows().forEach((row) => { row.hidden = text !== "" && !names(row).includes(text); });
  const numbered = (text) => rows().find((row) => row.dataset.row === String(Number(text)));
  const arrive = (row) => { inOrder = false; clear(); to(row); };
  const looking = (field) => {
    const text = field.value.trim();
    say("");
    if (!/^\d+$/.test(text)) { show(fold(text)); return; }
    show("");
    const row = numbered(text);
    const longest = Math.max(...rows().map((other) => other.dataset.row.length));
    const others = rows().some((other) => other !== row && other.dataset.row.startsWith(text));
    // A number that can only mean one table needs no Enter; 07 always means table 7 where tables have two digits.
    if (row && (text[0] === "0" ? text.length >= longest : !others)) arrive(row);
  };
  document.addEventListener("input", (event) => { if (event.target === go()) looking(event.target); });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-jump]") || !$("#tables")) return;
    event.preventDefault();
    const text = go().value.trim();
    if (text === "") {
      inOrder = true;
      const row = next(0);
      if (row) to(row); else say("No open tables");
      return;
    }
    const row = /^\d+$/.test(text) ? numbered(text) : rows().find((other) => !other.hidden);
    if (row) arrive(row); else say(`No table or player “${text}” in this round`);
  });
  document.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-to]");
    const row = cell && numbered(cell.dataset.to);
    if (!row) return;
    event.preventDefault();
    arrive(row);
  });

  // ---- the fields of a row
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || !field.matches("#tables input[data-quick]")) return;
    const row = field.closest("[data-row]");
    if (event.key === "Escape") { event.preventDefault(); back(); return; }
    if (event.key === " ") {
      event.preventDefault();
      const list = quick(row);
      list[list.indexOf(field) + 1]?.focus();
      return;
    }
    const number = field.dataset.quick === "number";
    if (event.key === "/" || number && /^\p{L}$/u.test(event.key)) {
      event.preventDefault();
      const jump = go();
      jump.value = event.key === "/" ? "" : event.key;
      jump.focus();
      looking(jump);
    }
  });
  let asking = 0;
  const preview = async (row, form) => {
    const out = $("output", row);
    if (!out || quick(row).some((field) => !field.value)) { if (out) out.textContent = ""; return; }
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.dataset.previewRow, { method: "POST", body, credentials: "same-origin" });
    out.textContent = await answer.text();
    out.dataset.ok = answer.ok;
  };
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches("#tables input[data-quick]")) return;
    const row = field.closest("[data-row]");
    if (field.dataset.quick === "letter" && field.value) {
      const list = quick(row);
      list[list.indexOf(field) + 1]?.focus();
    }
    clearTimeout(asking);
    asking = setTimeout(() => preview(row, field.form).catch(() => {}), 150);
  });

  // ---- saving: focus moves on at once, and comes back if something is wrong
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-entry]") || event.defaultPrevented) return;
    event.preventDefault();
    const row = form.closest("[data-row]");
    const number = row.dataset.row;
    const free = () => { delete form.dataset.sent; row.classList.remove("saving"); };
    // One Enter too many after a table number.
    if (quick(row).every((field) => !field.value) && !event.submitter?.name) { free(); return; }
    const body = new URLSearchParams(new FormData(form, event.submitter));
    row.classList.add("saving");
    say(`Saving table ${number}…`);
    onward(Number(number));
    const before = document.activeElement;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Live": "1" }, credentials: "same-origin" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (answer.ok) {
        row.classList.replace("saving", "saved");
        $$(".toast").forEach((toast) => toast.remove());
        const toast = $(".toast", fresh);
        if (toast) { $("#main").append(document.importNode(toast, true)); fade(); }
        say(`Saved table ${number}`);
        return;
      }
      const other = fresh.getElementById(row.id);
      if (!other) throw new Error(answer.status);
      const newer = document.importNode(other, true);
      row.replaceWith(newer);
      const what = $(".fieldmsg, [role=alert]", newer)?.textContent ?? "";
      say(`Table ${number}: ${what}`);
      // Somebody who is already typing elsewhere is not interrupted.
      if (document.activeElement === document.body || document.activeElement === before && !before.value) to(newer);
    } catch {
      free();
      row.classList.add("unsaved");
      say(`Table ${number} is not saved. Press Enter in its row to try again.`);
    }
  });
})();
