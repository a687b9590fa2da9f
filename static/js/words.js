// Words and tiles as elements of the page and as texts for screen readers.

import { createElement } from "./dom.js";
import { gettext, interpolate } from "./i18n.js";
import { JOKER, isJoker } from "./notation.js";

/** Create <span class="word">, with each joker's letter in upper case in a <span class="joker">. */
export function createWordNode(word) {
  const node = createElement("span", "word");
  for (const letter of word) {
    node.append(isJoker(letter) ? createElement("span", "joker", letter.toUpperCase()) : letter);
  }
  return node;
}

/** Return "MAISON, joker O" for "MAISoN". */
export function describeWord(word) {
  const jokers = Array.from(word).filter(isJoker);
  const parts = [word.toUpperCase()];
  for (const letter of jokers) {
    parts.push(interpolate(gettext("joker %(letter)s"), { letter: letter.toUpperCase() }));
  }
  return parts.join(", ");
}

/** Return "A E joker" for "AE?". */
export const spellLetters = (letters) =>
  Array.from(letters).join(" ").replaceAll(JOKER, gettext("joker"));

/** @param {object} gridData of `readGridData` */
export function createTile(letter, gridData, tag = "li") {
  const node = createElement(tag, "tile");
  node.append(createElement("span", "letter", letter));
  if (letter !== JOKER) node.append(createElement("span", "value", gridData.values[letter]));
  return node;
}

/** Show the tiles of `list` one after the other (grid.css). */
export function animateTiles(list, tiles) {
  list.classList.remove("arriving");
  tiles.forEach((tile, step) => tile.style.setProperty("--step", step));
  list.classList.add("arriving");
}
