// The rack of a player of a match, in the player's order; the place of a laid tile is empty. A tile is laid
// by a tap, dragged to the grid or among the others, or moved with Alt and an arrow.

import { makeDraggable } from "../components/drag.js";
import { createElement } from "../dom.js";
import { moveLetter, keepOrder, shuffleLetters, sortLetters } from "../player/rack.js";
import { describeTile } from "../player/rack_view.js";
import { save, load } from "../storage.js";
import { createTile } from "../words.js";

export class MatchRack {
  /** Letters in the player's order. */
  #order = [];
  /** Tiles that are laid on the grid. */
  #laidTiles = [];
  #pickedIndex = null;
  /** For an exchange, tiles are ticked instead of laid. */
  #isTicking = false;
  #tickedIndexes = new Set();
  #canLay = false;

  /**
   * @param {{list: HTMLElement, shuffle: HTMLButtonElement, sort: HTMLButtonElement,
   *   gridData: object, key: string, onTap: (letter: string) => void,
   *   onTicks: (letters: string) => void,
   *   onDropped: (letter: string, x: number, y: number) => boolean}} options
   *   `key` of the stored order; `onDropped` returns true if the letter was dropped on a square
   */
  constructor(options) {
    Object.assign(this, options);
    this.shuffle.addEventListener("click", () => this.#reorder(shuffleLetters(this.#order)));
    this.sort.addEventListener("click", () => this.#reorder(sortLetters(this.#order)));
    this.list.addEventListener("click", (event) => this.#handleClick(event));
    this.list.addEventListener("keydown", (event) => this.#handleKey(event));
    this.drag = makeDraggable(this.list, "[data-index]", {
      onDrop: (tile, x, y) => this.#dropTile(Number(tile.dataset.index), x, y),
      onCancel: () => this.#draw(),
    });
  }

  /** @param {string} letters of the rack on the server */
  setLetters(letters) {
    const order = keepOrder(this.#order.length ? this.#order : (load(this.key) ?? []), letters);
    if (order.join("") === this.#order.join("") && this.list.childElementCount) return;
    this.#order = this.#restoreOrder(order, letters);
    this.#tickedIndexes.clear();
    this.#draw();
  }

  /** @param {{laidTiles: string[], canLay: boolean}} state */
  setLaid({ laidTiles, canLay }) {
    this.#laidTiles = laidTiles;
    this.#canLay = canLay;
    this.#draw();
  }

  /** Tick tiles for an exchange, or lay them. */
  setTicking(isTicking) {
    this.#isTicking = isTicking;
    this.#tickedIndexes.clear();
    this.#draw();
  }

  get letters() {
    return this.#order.join("");
  }

  get pickedLetter() {
    return this.#pickedIndex === null ? null : this.#order[this.#pickedIndex];
  }

  clearPicked() {
    this.#pickedIndex = null;
    this.#draw();
  }

  /** Return the letters that stay in their old order, then the new ones. */
  #restoreOrder(order, letters) {
    const newLetters = [...letters];
    const oldOrder = this.#order.length ? this.#order : (load(this.key) ?? []);
    const remainingLetters = oldOrder.filter((letter) => {
      const index = newLetters.indexOf(letter);
      if (index >= 0) newLetters.splice(index, 1);
      return index >= 0;
    });
    return remainingLetters.length ? [...remainingLetters, ...newLetters] : order;
  }

  #reorder(order) {
    this.#order = order;
    this.#pickedIndex = null;
    this.#tickedIndexes.clear();
    this.onTicks("");
    save(this.key, order);
    this.#draw();
  }

  /** List, for each letter in the player's order, whether it is laid. */
  #listLaid() {
    const available = [...this.#laidTiles];
    return this.#order.map((letter) => {
      const index = available.indexOf(letter);
      if (index >= 0) available.splice(index, 1);
      return index >= 0;
    });
  }

  #draw() {
    const hasFocus = this.list.contains(document.activeElement);
    const focusedIndex = hasFocus ? Number(document.activeElement.dataset.index) : -1;
    const isLaid = this.#listLaid();
    this.list.dataset.count = Math.max(7, this.#order.length);
    const slots = Array.from({ length: Math.max(7, this.#order.length) }, (_, i) => i);
    this.list.replaceChildren(...slots.map((i) => this.#createTile(i, isLaid[i] ?? true)));
    if (focusedIndex >= 0) this.list.querySelector(`[data-index="${focusedIndex}"]`)?.focus();
  }

  #createTile(index, isLaid) {
    if (isLaid) return createElement("li", "tile blank");
    const letter = this.#order[index];
    const item = createElement("li");
    const button = createTile(letter, this.gridData, "button");
    button.type = "button";
    button.dataset.index = index;
    button.dataset.letter = letter;
    button.setAttribute("aria-label", describeTile(letter, this.gridData));
    button.setAttribute("aria-describedby", "rack-help");
    if (this.#isTicking) button.setAttribute("aria-pressed", String(this.#tickedIndexes.has(index)));
    button.classList.toggle("picked", this.#pickedIndex === index);
    item.append(button);
    return item;
  }

  #handleClick(event) {
    const tile = event.target.closest("[data-index]");
    if (!tile || this.drag.hasJustDragged()) return;
    const index = Number(tile.dataset.index);
    if (this.#isTicking) {
      if (!this.#tickedIndexes.delete(index)) this.#tickedIndexes.add(index);
      const letters = [...this.#tickedIndexes].sort().map((ticked) => this.#order[ticked]);
      this.onTicks(letters.join(""));
      this.#draw();
    } else if (this.#canLay) {
      this.#pickedIndex = this.#pickedIndex === index ? null : index;
      this.onTap(tile.dataset.letter);
    }
  }

  #handleKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tile = event.target.closest("[data-index]");
    if (!step || !tile) return;
    event.preventDefault();
    const fromIndex = Number(tile.dataset.index);
    if (event.altKey) {
      const toIndex = Math.max(0, Math.min(this.#order.length - 1, fromIndex + step));
      this.#reorder(moveLetter(this.#order, fromIndex, toIndex));
      this.list.querySelector(`[data-index="${toIndex}"]`)?.focus();
      return;
    }
    const tiles = [...this.list.querySelectorAll("[data-index]")];
    tiles[tiles.indexOf(tile) + step]?.focus();
  }

  #dropTile(fromIndex, x, y) {
    if (this.#canLay && !this.#isTicking && this.onDropped(this.#order[fromIndex], x, y)) return;
    const tiles = [...this.list.children].filter((_, i) => i !== fromIndex);
    const tilesBefore = tiles.filter((tile) => {
      const box = tile.getBoundingClientRect();
      return box.left + box.width / 2 < x;
    });
    this.#reorder(moveLetter(this.#order, fromIndex, tilesBefore.length));
  }
}
