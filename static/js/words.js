// Words, letters and numbers as DOM and as something a screen reader can say.

import { gettext, interpolate } from "./i18n.js";
import { JOKER, isJoker } from "./notation.js";

export function create(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== "") node.textContent = text;
  return node;
}

/** A symbol of icons.svg; the page says where that file is (<template id="icon">). */
export function icon(name) {
  const svg = document.getElementById("icon").content.firstElementChild.cloneNode(true);
  const use = svg.querySelector("use");
  use.setAttribute("href", `${use.getAttribute("href").split("#")[0]}#${name}`);
  return svg;
}

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

/** "A E joker": letters one by one. */
export const spell = (letters) => Array.from(letters).join(" ").replaceAll(JOKER, gettext("joker"));

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

const minutes = { hour: "2-digit", minute: "2-digit" };
const seconds = { ...minutes, second: "2-digit" };

/** The installation's time zone, as on every page; the reader's where his browser has not heard of it. */
function clockTime(parts, { timeZone }) {
  try {
    return new Intl.DateTimeFormat("fr-FR", { ...parts, timeZone: timeZone || undefined });
  } catch {
    return new Intl.DateTimeFormat("fr-FR", parts);
  }
}

const told = (parts, ms) =>
  clockTime(parts, document.documentElement.dataset).format(new Date(ms));

/** "14:03:21" */
export const timeOfDay = (ms) => told(seconds, ms);

/** "14:03" */
export const hourOfDay = (ms) => told(minutes, ms);

/** Sets text only when it differs, so that screen readers are not told twice. */
export function setText(node, text) {
  if (node.textContent !== String(text)) node.textContent = text;
}
