// Looks for a name in a ranking: every row is there, those of others are hidden.

import { setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";

// Other pages have a field of that name, and a server that looks.
const told = document.getElementById("find-told");
const field = told && document.getElementById("q");

const STROKES = { đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", ŧ: "t", ß: "ss", œ: "oe", æ: "ae" };

/** As tournament/core/people/names.py: without case, accents, strokes and ligatures, and one kind of
 * apostrophe. */
export const folded = (text) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[đðħıłøŧßœæ]/g, (letter) => STROKES[letter])
    .replace(/[’‘ʼ´`]/g, "'").replace(/[-‐‑‒–—]/g, " ").trim();

function howMany(count) {
  if (!count) return gettext("Aucun nom ne va : essayez moins de lettres.");
  return interpolate(ngettext("%(count)s nom", "%(count)s noms", count), { count });
}

function look() {
  const words = folded(field.value).split(/\s+/);
  let count = 0;
  for (const row of document.querySelectorAll("#followed .ranking tbody tr")) {
    const name = folded(row.querySelector("th").textContent);
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
