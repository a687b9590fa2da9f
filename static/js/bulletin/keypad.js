// The keypad of the page: the device's keyboard would hide the grid and propose words (forbidden by 2.1).

import { ARROWS } from "../components/arrows.js";
import { createElement, createIcon } from "../dom.js";
import { gettext } from "../i18n.js";

export const BACKSPACE = "backspace";
export const CLEAR = "clear";
export const UNDO = "undo";
export const REDO = "redo";

const WIDE_ROWS = [
  [..."1234567890"],
  [..."AZERTYUIOP"],
  [..."QSDFGHJKLM"],
  [..."WXCVBN", UNDO, REDO, CLEAR, BACKSPACE],
];
/** On a telephone, where ten keys in a row would be too small for a finger: eight, in alphabetical order. */
const NARROW_ROWS = [
  [..."ABCDEFGH"],
  [..."IJKLMNOP"],
  [..."QRSTUVWX"],
  [..."YZ12345", BACKSPACE],
  [UNDO, REDO, ..."67890", CLEAR],
];
const NARROW_WINDOW = "(max-width: 34.99rem), (max-height: 30rem)";

function createKey(value, content, name = null) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "key";
  button.dataset.key = value;
  button.tabIndex = -1;
  if (name) button.setAttribute("aria-label", name);
  button.append(content);
  return button;
}

function createRow(keys) {
  const row = createElement("div", "keys");
  row.append(...keys);
  return row;
}

function createKeys() {
  const commands = {
    [UNDO]: ["undo", gettext("Annuler")],
    [REDO]: ["redo", gettext("Rétablir")],
    [CLEAR]: ["clear", gettext("Tout effacer")],
    [BACKSPACE]: ["erase", gettext("Effacer la dernière lettre")],
  };
  const create = (value) => {
    const [icon, name] = commands[value] ?? [];
    return createKey(value, icon ? createIcon(icon) : value, name);
  };
  return new Map(WIDE_ROWS.flat().map((value) => [value, create(value)]));
}

/** @param {(key: string) => void} onKey a letter, a digit, UNDO, REDO, CLEAR or BACKSPACE */
export function buildKeypad(box, onKey) {
  const keys = createKeys();
  const narrowWindow = matchMedia(NARROW_WINDOW);
  const arrange = () => {
    const rows = narrowWindow.matches ? NARROW_ROWS : WIDE_ROWS;
    box.replaceChildren(...rows.map((values) => createRow(values.map((value) => keys.get(value)))));
  };
  narrowWindow.addEventListener("change", arrange);
  arrange();
  box.querySelector(".key").tabIndex = 0;
  // The active field keeps the focus.
  box.addEventListener("pointerdown", (event) => event.preventDefault());
  box.addEventListener("click", (event) => {
    const pressedKey = event.target.closest("[data-key]");
    if (pressedKey) onKey(pressedKey.dataset.key);
  });
  box.addEventListener("keydown", (event) => moveInKeypad(box, event));
}

/** Move the focus by an arrow key; the keypad has one tab stop. */
function moveInKeypad(box, event) {
  const focusedKey = event.target.closest(".key");
  const step = ARROWS[event.key];
  if (!focusedKey || !step) return;
  event.preventDefault();
  const rows = [...box.children].map((row) => [...row.children]);
  const row = rows.findIndex((keys) => keys.includes(focusedKey));
  const keys = rows[row + step[0]] ?? rows[row];
  const nextKey = keys[Math.min(keys.length - 1, rows[row].indexOf(focusedKey) + step[1])];
  if (!nextKey) return;
  focusedKey.tabIndex = -1;
  nextKey.tabIndex = 0;
  nextKey.focus();
}
