// Opens the grid over the bulletin in windows that are too low for both (playing.css), and closes it.

import { getElement } from "../dom.js";

export class GridToggle {
  constructor() {
    this.board = getElement("play-board");
    this.button = getElement("grid-toggle");
    this.button.addEventListener("click", () => this.#set(!this.#isOpen));
    this.board.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  close() {
    if (this.#isOpen) this.#set(false);
  }

  get #isOpen() {
    return this.board.classList.contains("opened");
  }

  #set(isOpen) {
    this.board.classList.toggle("opened", isOpen);
    this.button.setAttribute("aria-expanded", isOpen);
  }
}
