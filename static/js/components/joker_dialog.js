// The dialog that asks which letter a joker stands for.

import { createElement } from "../dom.js";
import { extractLetters } from "../folding.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @returns {Promise<string | null>} the letter in lower case; null if none was chosen */
export function askJokerLetter() {
  const dialog = document.getElementById("joker");
  const box = dialog.querySelector(".joker-letters");
  if (!box.childElementCount) {
    for (const letter of LETTERS) {
      const button = createElement("button", "button", letter);
      button.type = "button";
      button.value = letter;
      box.append(button);
    }
  }
  return new Promise((resolve) => {
    let chosenLetter = null;
    const choose = (letter) => {
      chosenLetter = letter.toLowerCase();
      dialog.close();
    };
    const handleClick = (event) => {
      const button = event.target.closest(".joker-letters button");
      if (button) choose(button.value);
    };
    const handleKey = (event) => {
      const letters = event.key.length === 1 ? extractLetters(event.key) : "";
      if (letters.length === 1 && !event.ctrlKey && !event.metaKey) choose(letters);
    };
    const finish = () => {
      dialog.removeEventListener("click", handleClick);
      dialog.removeEventListener("keydown", handleKey);
      resolve(chosenLetter);
    };
    dialog.addEventListener("click", handleClick);
    dialog.addEventListener("keydown", handleKey);
    dialog.addEventListener("close", finish, { once: true });
    dialog.showModal();
    box.firstElementChild.focus();
  });
}
