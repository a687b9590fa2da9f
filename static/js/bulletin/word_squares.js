// The squares of the word: a touch of a letter sets the caret behind it, a long touch or a key circles it.
// The text field under them is where letters are typed.

import { gettext, interpolate } from "../i18n.js";
import { isJoker } from "../notation.js";
import { MAX_LINE_LENGTH } from "./drawing.js";

const MIN_SQUARES = 8;
/** Duration of a long touch, in milliseconds. */
const LONG_TOUCH = 500;

function describeLetter(letter, index) {
  const data = { letter: letter.toUpperCase(), place: index + 1 };
  return interpolate(gettext("Lettre %(place)s, %(letter)s : encercler (joker)"), data);
}

export class WordSquares {
  #drawnState = "";
  #timer = 0;
  /** True after a long touch: the click that ends it does nothing. */
  #wasLong = false;

  /**
   * @param {HTMLElement} box
   * @param {{onCircle: (index: number) => void, onPlace: (caret: number) => void,
   *   onBlank: () => void}} handlers
   */
  constructor(box, { onCircle, onPlace, onBlank }) {
    this.box = box;
    box.addEventListener("click", (event) => {
      const index = event.target.closest("[data-index]")?.dataset.index;
      const isByKey = event.detail === 0;
      if (index === undefined) onBlank();
      else if (isByKey) onCircle(Number(index));
      else if (!this.#wasLong) onPlace(Number(index) + 1);
    });
    box.addEventListener("pointerdown", ({ target }) => {
      const square = target.closest("[data-index]");
      this.#wasLong = false;
      if (!square) return;
      this.#timer = setTimeout(() => {
        this.#wasLong = true;
        onCircle(Number(square.dataset.index));
      }, LONG_TOUCH);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      box.addEventListener(name, () => clearTimeout(this.#timer));
    }
    box.addEventListener("contextmenu", (event) => event.preventDefault());
    box.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /** @param {number | null} caret index of the next letter; null while the field is not active */
  draw(word, caret) {
    const count = Math.min(MAX_LINE_LENGTH, Math.max(MIN_SQUARES, word.length + 1));
    if (this.#drawnState !== `${word}/${count}`) this.#buildSquares(word, count);
    for (const [i, square] of [...this.box.children].entries()) {
      square.classList.toggle("caret", i === caret);
    }
  }

  #buildSquares(word, count) {
    const hasFocus = this.box.contains(document.activeElement);
    const focusedIndex = hasFocus ? document.activeElement.dataset.index : null;
    this.#drawnState = `${word}/${count}`;
    this.box.dataset.count = count;
    this.box.replaceChildren(...Array.from({ length: count }, (_, i) => this.#createSquare(word, i)));
    if (focusedIndex !== null) (this.#findSquare(focusedIndex) ?? this.#findSquare(0))?.focus();
  }

  #createSquare(word, index) {
    const letter = word[index];
    const square = document.createElement(letter ? "button" : "span");
    square.className = letter ? "written" : "unwritten";
    if (!letter) return square;
    square.type = "button";
    square.dataset.index = index;
    square.tabIndex = index === 0 ? 0 : -1;
    square.classList.toggle("joker", isJoker(letter));
    square.setAttribute("aria-pressed", String(isJoker(letter)));
    square.setAttribute("aria-label", describeLetter(letter, index));
    const mark = document.createElement("span");
    mark.className = "letter";
    mark.textContent = letter.toUpperCase();
    square.append(mark);
    return square;
  }

  #findSquare(index) {
    return this.box.querySelector(`[data-index="${index}"]`);
  }

  #handleKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const square = event.target.closest("[data-index]");
    if (!step || !square) return;
    event.preventDefault();
    const nextSquare = this.#findSquare(Number(square.dataset.index) + step);
    if (!nextSquare) return;
    square.tabIndex = -1;
    nextSquare.tabIndex = 0;
    nextSquare.focus();
  }
}
