// Which letter a joker stands for: asked in a dialog, answered by a tap or a key.

import { create } from "../dom.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @returns {Promise<string | null>} the letter in lower case; null when nothing was chosen */
export function askJoker() {
  const dialog = document.getElementById("joker");
  const box = dialog.querySelector(".joker-letters");
  if (!box.childElementCount) {
    for (const letter of LETTERS) {
      const button = create("button", "button", letter);
      button.type = "button";
      button.value = letter;
      box.append(button);
    }
  }
  return new Promise((resolve) => {
    let chosen = null;
    const choose = (letter) => {
      chosen = letter.toLowerCase();
      dialog.close();
    };
    const click = (event) => {
      const button = event.target.closest(".joker-letters button");
      if (button) choose(button.value);
    };
    const key = (event) => {
      if (/^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey) choose(event.key);
    };
    const closed = () => {
      dialog.removeEventListener("click", click);
      dialog.removeEventListener("keydown", key);
      resolve(chosen);
    };
    dialog.addEventListener("click", click);
    dialog.addEventListener("keydown", key);
    dialog.addEventListener("close", closed, { once: true });
    dialog.showModal();
    box.firstElementChild.focus();
  });
}
