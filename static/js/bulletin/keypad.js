// The keypad of the page: the device's keyboard would hide the grid and propose words (forbidden by 2.1).

import { ARROWS } from "../components/arrows.js";
import { createIcon } from "../dom.js";
import { gettext } from "../i18n.js";

const ROWS = ["1234567890", "AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"];
export const BACKSPACE = "backspace";
export const CLEAR = "clear";
export const UNDO = "undo";
export const REDO = "redo";

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

/** @param {(key: string) => void} onKey a letter, a digit, UNDO, REDO, CLEAR or BACKSPACE */
export function buildKeypad(box, onKey) {
  for (const [i, keys] of ROWS.entries()) {
    const row = document.createElement("div");
    row.className = "keys";
    row.append(...Array.from(keys, (value) => createKey(value, value)));
    if (i === ROWS.length - 1) {
      row.append(
        createKey(UNDO, createIcon("undo"), gettext("Annuler")),
        createKey(REDO, createIcon("redo"), gettext("Rétablir")),
        createKey(CLEAR, createIcon("clear"), gettext("Tout effacer")),
        createKey(BACKSPACE, createIcon("erase"), gettext("Effacer la dernière lettre")),
      );
    }
    box.append(row);
  }
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
  const next = keys[Math.min(keys.length - 1, rows[row].indexOf(focusedKey) + step[1])];
  if (!next) return;
  focusedKey.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
