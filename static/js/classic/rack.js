// A player's own letters in a match, in his own order: those that lie on the grid leave their place
// empty. Tap one to lay it, drag it to the grid or among the others, move it with Alt and an arrow.

import { draggable } from "../components/drag.js";
import { create } from "../dom.js";
import { JOKER } from "../notation.js";
import { moved, ownOrder, shuffled, sorted } from "../player/rack.js";
import { tileLabel } from "../player/rack_view.js";
import { keep, load } from "../storage.js";
import { tileNode } from "../words.js";

export class MatchRack {
  /** Letters in the player's order. */
  #order = [];
  /** Letters that lie on the grid. */
  #laid = [];
  #picked = null;
  /** Those that are being exchanged are ticked rather than laid. */
  #ticking = false;
  #ticked = new Set();
  #free = false;

  /**
   * @param {{list: HTMLElement, shuffle: HTMLButtonElement, sort: HTMLButtonElement, facts: object,
   *   key: string, onTap: (letter: string) => void, onTicks: (letters: string) => void,
   *   onCarried: (letter: string, x: number, y: number) => boolean}} options
   *   `key` names the kept order; `onCarried` says whether the letter found a square
   */
  constructor(options) {
    Object.assign(this, options);
    this.shuffle.addEventListener("click", () => this.#reorder(shuffled(this.#order)));
    this.sort.addEventListener("click", () => this.#reorder(sorted(this.#order)));
    this.list.addEventListener("click", (event) => this.#tapped(event));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.drag = draggable(this.list, "[data-index]", {
      onDrop: (tile, x, y) => this.#drop(Number(tile.dataset.index), x, y),
      onCancel: () => this.#draw(),
    });
  }

  /** @param {string} letters the rack as the server has it */
  set(letters) {
    const order = ownOrder(this.#order.length ? this.#order : (load(this.key) ?? []), letters);
    if (order.join("") === this.#order.join("") && this.list.childElementCount) return;
    this.#order = this.#kept(order, letters);
    this.#ticked.clear();
    this.#draw();
  }

  /** @param {{laid: string[], free: boolean}} state `free`: letters may be laid now */
  lay({ laid, free }) {
    this.#laid = laid;
    this.#free = free;
    this.#draw();
  }

  /** Letters are ticked to be exchanged, or laid again. */
  tick(on) {
    this.#ticking = on;
    this.#ticked.clear();
    this.#draw();
  }

  get letters() {
    return this.#order.join("");
  }

  get picked() {
    return this.#picked === null ? null : this.#order[this.#picked];
  }

  drop() {
    this.#picked = null;
    this.#draw();
  }

  /** New letters come at the end of those that stay, in the order that they had. */
  #kept(order, letters) {
    const left = [...letters];
    const before = this.#order.length ? this.#order : (load(this.key) ?? []);
    const stay = before.filter((letter) => {
      const at = left.indexOf(letter);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return stay.length ? [...stay, ...left] : order;
  }

  #reorder(order) {
    this.#order = order;
    this.#picked = null;
    this.#ticked.clear();
    this.onTicks("");
    keep(this.key, order);
    this.#draw();
  }

  /** Which of the letters lie on the grid. */
  #away() {
    const left = [...this.#laid];
    return this.#order.map((letter) => {
      const at = left.indexOf(letter);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }

  #draw() {
    const focused = this.list.contains(document.activeElement);
    const at = focused ? Number(document.activeElement.dataset.index) : -1;
    const away = this.#away();
    this.list.dataset.count = Math.max(7, this.#order.length);
    const slots = Array.from({ length: Math.max(7, this.#order.length) }, (_, i) => i);
    this.list.replaceChildren(...slots.map((i) => this.#tile(i, away[i] ?? true)));
    if (at >= 0) this.list.querySelector(`[data-index="${at}"]`)?.focus();
  }

  #tile(index, away) {
    if (away) return create("li", "tile blank");
    const letter = this.#order[index];
    const item = create("li");
    const button = tileNode(letter, this.facts, "button");
    button.type = "button";
    button.dataset.index = index;
    button.dataset.letter = letter;
    button.setAttribute("aria-label", tileLabel(letter, this.facts));
    button.setAttribute("aria-describedby", "rack-help");
    if (this.#ticking) button.setAttribute("aria-pressed", String(this.#ticked.has(index)));
    button.classList.toggle("picked", this.#picked === index);
    item.append(button);
    return item;
  }

  #tapped(event) {
    const tile = event.target.closest("[data-index]");
    if (!tile || this.drag.justDragged()) return;
    const index = Number(tile.dataset.index);
    if (this.#ticking) {
      if (!this.#ticked.delete(index)) this.#ticked.add(index);
      this.onTicks([...this.#ticked].sort().map((one) => this.#order[one]).join(""));
      this.#draw();
    } else if (this.#free) {
      this.#picked = this.#picked === index ? null : index;
      this.onTap(tile.dataset.letter);
    }
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tile = event.target.closest("[data-index]");
    if (!step || !tile) return;
    event.preventDefault();
    const from = Number(tile.dataset.index);
    if (event.altKey) {
      const to = Math.max(0, Math.min(this.#order.length - 1, from + step));
      this.#reorder(moved(this.#order, from, to));
      this.list.querySelector(`[data-index="${to}"]`)?.focus();
      return;
    }
    const there = [...this.list.querySelectorAll("[data-index]")];
    there[there.indexOf(tile) + step]?.focus();
  }

  #drop(from, x, y) {
    if (this.#free && !this.#ticking && this.onCarried(this.#order[from], x, y)) return;
    const tiles = [...this.list.children].filter((_, i) => i !== from);
    const before = tiles.filter((tile) => {
      const box = tile.getBoundingClientRect();
      return box.left + box.width / 2 < x;
    });
    this.#reorder(moved(this.#order, from, before.length));
  }
}

/** Whether the joker is at hand or a letter is: of a letter that is typed, what is laid for it. */
export function tileFor(letters, laid, letter) {
  const left = [...letters];
  for (const tile of laid) left.splice(left.indexOf(tile), 1);
  if (left.includes(letter)) return letter;
  return left.includes(JOKER) ? JOKER : null;
}
