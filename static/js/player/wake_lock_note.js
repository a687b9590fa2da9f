// The note that this screen may turn off (live/wake_lock.js), shown between turns until it is closed.

import { save, load } from "../storage.js";

const STORAGE_KEY = "awake-note";

const note = document.getElementById("awake-note");

/** @param {boolean} isKeptOn the screen will not turn off */
export function showWakeLockNote(isKeptOn) {
  note.hidden = isKeptOn || load(STORAGE_KEY, false);
}

export function bindWakeLockNote() {
  document.getElementById("awake-seen").addEventListener("click", () => {
    save(STORAGE_KEY, true);
    note.hidden = true;
  });
}
