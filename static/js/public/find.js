// Looks for a name in a ranking: every row is there, those of others are hidden.

import { foldName } from "../folding.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { setText } from "../words.js";

// Other pages have a field of that name, and a server that looks.
const told = document.getElementById("find-told");
const field = told && document.getElementById("q");

function howMany(count) {
  if (!count) return gettext("Aucun nom ne va : essayez moins de lettres.");
  return interpolate(ngettext("%(count)s nom", "%(count)s noms", count), { count });
}

function look() {
  const words = (foldName(field.value) || field.value.trim()).split(" ");
  let count = 0;
  for (const row of document.querySelectorAll("#followed .ranking tbody tr")) {
    const name = foldName(row.querySelector("th").textContent);
    row.hidden = !words.every((word) => name.includes(word));
    count += !row.hidden;
  }
  setText(told, words[0] ? howMany(count) : "");
}

if (field) {
  field.addEventListener("input", look);
  field.form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("followed", look);
  look();
}
