// Warns, between turns and until it is read once, that this screen may go dark (live/awake.js).

import { keep, load } from "../storage.js";

const SEEN = "awake-note";

const note = document.getElementById("awake-note");

/** @param {boolean} held whether the screen is kept on */
export function tellAwake(held) {
  note.hidden = held || load(SEEN, false);
}

export function bindAwakeNote() {
  document.getElementById("awake-seen").addEventListener("click", () => {
    keep(SEEN, true);
    note.hidden = true;
  });
}
