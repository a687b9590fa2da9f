// The page's own keyboard: the device's would hide the grid and propose words, which 2.1 forbids.

import { ARROWS } from "../components/arrows.js";
import { icon } from "../dom.js";
import { gettext } from "../i18n.js";

const ROWS = ["1234567890", "AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"];
export const BACKSPACE = "backspace";
export const CLEAR = "clear";

function key(value, content, name = null) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "key";
  button.dataset.key = value;
  button.tabIndex = -1;
  if (name) button.setAttribute("aria-label", name);
  button.append(content);
  return button;
}

/** @param {(key: string) => void} onKey a letter, a digit, BACKSPACE or CLEAR */
export function buildKeypad(box, onKey) {
  for (const [i, keys] of ROWS.entries()) {
    const row = document.createElement("div");
    row.className = "keys";
    row.append(...Array.from(keys, (value) => key(value, value)));
    if (i === ROWS.length - 1) {
      const clear = key(CLEAR, gettext("Tout effacer"));
      const back = key(BACKSPACE, icon("erase"), gettext("Effacer la dernière lettre"));
      for (const wide of [clear, back]) wide.classList.add("wide");
      row.append(clear, back);
    }
    box.append(row);
  }
  box.querySelector(".key").tabIndex = 0;
  // The field that is being written keeps the focus.
  box.addEventListener("pointerdown", (event) => event.preventDefault());
  box.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-key]");
    if (pressed) onKey(pressed.dataset.key);
  });
  box.addEventListener("keydown", (event) => moveInKeypad(box, event));
}

/** One tab stop for the whole keyboard; arrows move in it. */
function moveInKeypad(box, event) {
  const from = event.target.closest(".key");
  const step = ARROWS[event.key];
  if (!from || !step) return;
  event.preventDefault();
  const rows = [...box.children].map((row) => [...row.children]);
  const row = rows.findIndex((keys) => keys.includes(from));
  const keys = rows[row + step[0]] ?? rows[row];
  const next = keys[Math.min(keys.length - 1, rows[row].indexOf(from) + step[1])];
  if (!next) return;
  from.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
