// The search of a name in a ranking: the page has all rows, the others are hidden.

import { setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";

// On other pages the server searches: they have no #find-told.
const countElement = document.getElementById("find-told");
const field = countElement && document.getElementById("q");

const LETTER_REPLACEMENTS = {
  đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", ŧ: "t", ß: "ss", œ: "oe", æ: "ae",
};

/** Return `text` without case, accents, strokes and ligatures, with one kind of apostrophe, as fold_name
 * of tournament/core/people/names.py does. */
export const foldName = (text) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[đðħıłøŧßœæ]/g, (letter) => LETTER_REPLACEMENTS[letter])
    .replace(/[’‘ʼ´`]/g, "'").replace(/[-‐‑‒–—]/g, " ").trim();

function formatCount(count) {
  if (!count) return gettext("Aucun nom ne va : essayez moins de lettres.");
  return interpolate(ngettext("%(count)s nom", "%(count)s noms", count), { count });
}

function filterRows() {
  const words = foldName(field.value).split(/\s+/);
  let count = 0;
  for (const row of document.querySelectorAll("#followed .ranking tbody tr")) {
    const name = foldName(row.querySelector("th").textContent);
    row.hidden = !words.every((word) => name.includes(word));
    count += !row.hidden;
  }
  setText(countElement, words[0] ? formatCount(count) : "");
}

if (field) {
  field.addEventListener("input", filterRows);
  field.form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("followed", filterRows);
  filterRows();
}
