// Finds what a person would find: something to press, a field or a choice, by the words that stand on or beside it.
// Called with a kind ("press", "field", "choice"), a name and, where the same words occur more than once, the heading of
// the group they stand in, or the name of that group. Returns the element, or the names there are.
const [kind, name, group] = arguments;
const plain = (text) => text.replace(/\s+/g, " ").trim();
const words = (element) => {
  const copy = element.cloneNode(true);
  copy.querySelectorAll("kbd, svg, .clause, select, textarea").forEach((part) => part.remove());
  return plain(copy.textContent);
};
const seen = (element) => element && !element.disabled && element.checkVisibility({ visibilityProperty: true });
const labels = (wanted) => [...document.querySelectorAll("label")].filter((label) => label.control?.matches(wanted));
const candidates = {
  press: () => [...document.querySelectorAll("button"), ...document.querySelectorAll("a[href], summary")]
    .map((element) => [element.getAttribute("aria-label") || words(element), element]),
  field: () => [
    ...labels("input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea")
      .map((label) => [words(label), label.control]),
    ...[...document.querySelectorAll("input[aria-label], select[aria-label], textarea[aria-label]")]
      .map((element) => [element.getAttribute("aria-label"), element]),
  ],
  choice: () => labels("[type=radio], [type=checkbox]")
    .map((label) => [words(label.querySelector("b") || label), label]),
};
const inside = (element) => !group || (() => {
  if (element.closest("[role=radiogroup]")?.getAttribute("aria-label") === group) return true;
  for (let box = element.closest("fieldset"); box; box = box.parentElement.closest("fieldset")) {
    if (plain(words(box.querySelector("legend") || box)).startsWith(group)) return true;
  }
  return false;
})();
const found = candidates[kind]().filter(([, element]) => seen(element) && inside(element));
const best = found.find(([text]) => text === name) || found.find(([text]) => text.startsWith(name));
// Whoever wants to use something scrolls until it lies in the clear.
if (best) best[1].scrollIntoView({ block: "center", behavior: "instant" });
return best ? best[1] : found.map(([text]) => text);
