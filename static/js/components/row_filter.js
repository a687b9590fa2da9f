// <input data-filters="id">: hides the rows of that element's table that do not contain every typed word.

import { setText } from "../dom.js";
import { foldName } from "../folding.js";
import { gettext, interpolate, ngettext } from "../i18n.js";

const formatCount = (count) => (count
  ? interpolate(ngettext("%(count)s ligne", "%(count)s lignes", count), { count })
  : gettext("Rien ne va : essayez moins de lettres."));

const listRows = (field) => [...document.querySelectorAll(`#${field.dataset.filters} tbody tr`)];

/** Hide the rows without the typed words; with none typed, show all. */
function filterRows(field) {
  const words = foldName(field.value).split(" ").filter(Boolean);
  let count = 0;
  for (const row of listRows(field)) {
    const text = foldName([...row.cells].map((cell) => cell.textContent).join(" "));
    row.hidden = !words.every((word) => text.includes(word));
    count += !row.hidden;
  }
  setText(field.parentElement.querySelector("[role=status]"), words.length ? formatCount(count) : "");
}

const filterAll = () => {
  for (const field of document.querySelectorAll("[data-filters]")) filterRows(field);
};

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-filters]")) filterRows(target);
});
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!target.matches?.("[data-filters]") || !["Enter", "ArrowDown"].includes(key)) return;
  event.preventDefault();
  const firstRow = listRows(target).find((row) => !row.hidden);
  if (key === "ArrowDown") firstRow?.querySelector("a[href], button, input")?.focus();
});
document.addEventListener("htmx:afterSettle", filterAll);
filterAll();
