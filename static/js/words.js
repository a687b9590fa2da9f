// Words and tiles as elements of the page and as texts for screen readers.

import { create } from "./dom.js";
import { gettext, interpolate } from "./i18n.js";
import { JOKER, isJoker } from "./notation.js";

/** <span class="word">: a lower-case letter, played with a joker, in another colour and ringed. */
export function wordNode(word) {
  const node = create("span", "word");
  for (const letter of word) {
    node.append(isJoker(letter) ? create("span", "joker", letter.toUpperCase()) : letter);
  }
  return node;
}

/** "MAISON, joker O". */
export function spokenWord(word) {
  const jokers = Array.from(word).filter(isJoker);
  const parts = [word.toUpperCase()];
  for (const letter of jokers) {
    parts.push(interpolate(gettext("joker %(letter)s"), { letter: letter.toUpperCase() }));
  }
  return parts.join(", ");
}

export function tileNode(letter, facts, tag = "li") {
  const node = create(tag, "tile");
  node.append(create("span", "letter", letter));
  if (letter !== JOKER) node.append(create("span", "value", facts.values[letter]));
  return node;
}

/** The tiles of `list` arrive one after the other (grid.css). */
export function arrive(list, tiles) {
  list.classList.remove("arriving");
  tiles.forEach((tile, step) => tile.style.setProperty("--step", step));
  list.classList.add("arriving");
}
