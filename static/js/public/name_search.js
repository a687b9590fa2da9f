// The search of a name in a ranking: the page has all rows, the others are hidden.

import { setText } from "../dom.js";
import { foldName } from "../folding.js";
import { gettext, interpolate, ngettext } from "../i18n.js";

// On other pages the server searches: they have no #match-count.
const countElement = document.getElementById("match-count");
const field = countElement && document.getElementById("q");

function formatCount(count) {
  if (!count) return gettext("Aucun nom ne va : essayez moins de lettres.");
  return interpolate(ngettext("%(count)s nom", "%(count)s noms", count), { count });
}

function filterRows() {
  const words = (foldName(field.value) || field.value.trim()).split(" ");
  let count = 0;
  for (const row of document.querySelectorAll("#page-part .ranking tbody tr")) {
    const name = foldName(row.querySelector("th > a, th").textContent);
    row.hidden = !words.every((word) => name.includes(word));
    count += !row.hidden;
  }
  setText(countElement, words[0] ? formatCount(count) : "");
}

if (field) {
  field.addEventListener("input", filterRows);
  field.form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("page-updated", filterRows);
  filterRows();
}
