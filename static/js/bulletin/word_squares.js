// The squared part of the bulletin: the letters as they are written, each a button that circles
// its letter. The text field over it does the writing.

import { gettext, interpolate } from "../i18n.js";
import { isJoker } from "../notation.js";
import { LONGEST_LINE } from "./drawing.js";

const FEWEST = 8;

function label(letter, index) {
  const data = { letter: letter.toUpperCase(), place: index + 1 };
  return interpolate(gettext("Lettre %(place)s, %(letter)s : entourer (joker)"), data);
}

export class WordSquares {
  #drawn = "";

  /**
   * @param {HTMLElement} box
   * @param {{onCircle: (index: number) => void, onBlank: () => void}} handlers
   */
  constructor(box, { onCircle, onBlank }) {
    this.box = box;
    box.addEventListener("click", (event) => {
      const square = event.target.closest("[data-index]");
      if (square) onCircle(Number(square.dataset.index));
      else onBlank();
    });
    box.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {number | null} caret where the next letter goes, while the field has the focus */
  draw(word, caret) {
    const count = Math.min(LONGEST_LINE, Math.max(FEWEST, word.length + 1));
    if (this.#drawn !== `${word}/${count}`) this.#build(word, count);
    for (const [i, square] of [...this.box.children].entries()) {
      square.classList.toggle("caret", i === caret);
    }
  }

  #build(word, count) {
    const focused = this.box.contains(document.activeElement);
    const at = focused ? document.activeElement.dataset.index : null;
    this.#drawn = `${word}/${count}`;
    this.box.dataset.count = count;
    this.box.replaceChildren(...Array.from({ length: count }, (_, i) => this.#square(word, i)));
    if (at !== null) (this.#at(at) ?? this.#at(0))?.focus();
  }

  #square(word, index) {
    const letter = word[index];
    const square = document.createElement(letter ? "button" : "span");
    square.className = letter ? "written" : "unwritten";
    if (!letter) return square;
    square.type = "button";
    square.dataset.index = index;
    square.tabIndex = index === 0 ? 0 : -1;
    square.classList.toggle("joker", isJoker(letter));
    square.setAttribute("aria-pressed", String(isJoker(letter)));
    square.setAttribute("aria-label", label(letter, index));
    const mark = document.createElement("span");
    mark.className = "letter";
    mark.textContent = letter.toUpperCase();
    square.append(mark);
    return square;
  }

  #at(index) {
    return this.box.querySelector(`[data-index="${index}"]`);
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const square = event.target.closest("[data-index]");
    if (!step || !square) return;
    event.preventDefault();
    const next = this.#at(Number(square.dataset.index) + step);
    if (!next) return;
    square.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
