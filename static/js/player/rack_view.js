// The rack on the tablet, in the player's order: a tap writes a letter; tiles are dragged, swapped, or
// moved with Alt and an arrow key. Knows no words.

import { makeDraggable } from "../components/drag.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { JOKER } from "../notation.js";
import { save, load } from "../storage.js";
import { animateTiles, createTile } from "../words.js";
import { moveLetter, keepOrder, shuffleLetters, sortLetters, swapLetters } from "./rack.js";

/** Return "A, 1 point" or "Joker". */
export function describeTile(letter, gridData) {
  if (letter === JOKER) return gettext("Joker");
  const points = gridData.values[letter];
  const value = ngettext("%(points)s point", "%(points)s points", points);
  return `${letter}, ${interpolate(value, { points })}`;
}

export class RackView {
  #order = [];
  /** The letters in the order announced. */
  #announcedLetters = "";
  #turn = "";
  #pickedIndex = null;
  #laidLetters = [];

  /**
   * @param {{list: HTMLElement, shuffle, sort, swap: HTMLButtonElement, gridData: object,
   *   slots: number, key: string, onLetter: (letter: string, index: number) => void,
   *   onDrop?: (letter: string, x: number, y: number) => boolean}} options
   *   `slots`: number of empty places without letters; `key` of the stored order; `onDrop` returns true
   *   if it has used the letter dropped there
   */
  constructor(options) {
    Object.assign(this, { onDrop: () => false }, options);
    this.shuffle.addEventListener("click", () => this.#reorder(shuffleLetters(this.#order)));
    this.sort.addEventListener("click", () => this.#reorder(sortLetters(this.#order)));
    this.swap.addEventListener("click", () => this.#pickTile(this.#pickedIndex === null ? -1 : null));
    this.list.addEventListener("click", (event) => this.#handleClick(event));
    this.list.addEventListener("keydown", (event) => this.#handleKey(event));
    this.drag = makeDraggable(this.list, "[data-index]", {
      onDrop: (tile, x, y) => {
        if (!this.onDrop(tile.dataset.letter, x, y)) this.#dropTile(Number(tile.dataset.index), x);
      },
      onCancel: () => this.#draw(),
    });
    this.#draw();
  }

  /** Show the letters of `turn`, an identifier; `slots` is the size of a rack in this format. */
  setLetters(letters, turn, slots) {
    const stored = load(this.key);
    const storedOrder = stored?.turn === turn ? stored.order : null;
    // An order that the player has not changed follows a rectification of the announced order.
    const changedOrder = this.#order.join("") === this.#announcedLetters ? null : this.#order;
    const order = keepOrder(this.#turn === turn ? changedOrder : storedOrder, letters);
    const isUnchangedRack = slots === this.slots && this.#turn === turn;
    const isSame = isUnchangedRack && order.join("") === this.#order.join("");
    const isNewRack = Boolean(this.#turn) && this.#turn !== turn && order.length > 0;
    this.slots = slots;
    this.#turn = turn;
    this.#announcedLetters = letters;
    if (isSame) return;
    this.#order = order;
    this.#pickedIndex = null;
    this.#draw();
    if (isNewRack) animateTiles(this.list, this.list.querySelectorAll(".tile"));
  }

  /** Show the joker as pressed while the next letter will be circled. */
  showJokerPressed(isPressed) {
    for (const tile of this.list.querySelectorAll(`[data-letter="${JOKER}"]`)) {
      tile.setAttribute("aria-pressed", String(isPressed));
    }
  }

  get letters() {
    return this.#announcedLetters;
  }

  /** Show the tiles of these letters as laid on the grid. */
  showLaid(letters) {
    this.#laidLetters = letters;
    const remaining = [...letters];
    for (const tile of this.list.querySelectorAll("[data-letter]")) {
      const index = remaining.indexOf(tile.dataset.letter);
      if (index >= 0) remaining.splice(index, 1);
      tile.classList.toggle("laid", index >= 0);
    }
  }

  /** Show the tile at `index` as picked; null: none. */
  showPicked(index) {
    for (const tile of this.list.querySelectorAll("[data-index]")) {
      tile.classList.toggle("picked", index !== null && Number(tile.dataset.index) === index);
    }
  }

  #reorder(order) {
    this.#order = order;
    this.list.classList.remove("arriving");
    save(this.key, { turn: this.#turn, order });
    this.#draw();
  }

  #draw() {
    const hasFocus = this.list.contains(document.activeElement);
    const focusedIndex = hasFocus ? Number(document.activeElement.dataset.index) : -1;
    const count = this.#order.length || this.slots;
    this.list.dataset.count = count;
    this.list.replaceChildren(...Array.from({ length: count }, (_, i) => this.#createTile(i)));
    this.swap.setAttribute("aria-pressed", String(this.#pickedIndex !== null));
    this.showLaid(this.#laidLetters);
    if (focusedIndex >= 0) this.#focusTile(focusedIndex);
  }

  #createTile(index) {
    const item = document.createElement("li");
    const letter = this.#order[index];
    if (!letter) {
      item.className = "tile blank";
      return item;
    }
    const button = createTile(letter, this.gridData, "button");
    button.type = "button";
    button.dataset.index = index;
    button.dataset.letter = letter;
    button.setAttribute("aria-label", describeTile(letter, this.gridData));
    button.setAttribute("aria-describedby", "rack-help");
    button.classList.toggle("picked", this.#pickedIndex === index);
    item.append(button);
    return item;
  }

  #focusTile(index) {
    this.list.querySelector(`[data-index="${index}"]`)?.focus();
  }

  #handleClick(event) {
    const tile = event.target.closest("[data-index]");
    if (!tile || this.drag.hasJustDragged()) return;
    if (this.#pickedIndex === null) this.onLetter(tile.dataset.letter, Number(tile.dataset.index));
    else this.#pickTile(Number(tile.dataset.index));
  }

  /** Swap letters: -1 awaits the first one, an index the second; null turns swapping off. */
  #pickTile(index) {
    const first = this.#pickedIndex;
    if (index !== null && index >= 0 && first !== null && first >= 0) {
      this.#pickedIndex = -1;
      this.#reorder(swapLetters(this.#order, first, index));
      return;
    }
    this.#pickedIndex = index;
    this.#draw();
  }

  #handleKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tile = event.target.closest("[data-index]");
    if (!step || !tile) return;
    event.preventDefault();
    const fromIndex = Number(tile.dataset.index);
    const toIndex = Math.max(0, Math.min(this.#order.length - 1, fromIndex + step));
    if (event.altKey) this.#reorder(moveLetter(this.#order, fromIndex, toIndex));
    this.#focusTile(toIndex);
  }

  #dropTile(fromIndex, x) {
    this.#reorder(moveLetter(this.#order, fromIndex, this.#findIndex(x, fromIndex)));
  }

  /** Return the new index of the tile dropped at `x`. */
  #findIndex(x, fromIndex) {
    const tiles = [...this.list.querySelectorAll("[data-index]")];
    const otherTiles = tiles.filter((_, i) => i !== fromIndex);
    return otherTiles.filter((tile) => {
      const box = tile.parentElement.getBoundingClientRect();
      return box.left + box.width / 2 < x;
    }).length;
  }
}
