// The letters on the tablet, in the player's own order: tap to write one, drag it, swap two,
// or move it with Alt and an arrow key. Knows nothing of words.

import { draggable } from "../components/drag.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { JOKER } from "../notation.js";
import { keep, load } from "../storage.js";
import { arrive, tileNode } from "../words.js";
import { moved, ownOrder, shuffled, sorted, swapped } from "./rack.js";

/** "A, 1 point" */
export function tileLabel(letter, facts) {
  if (letter === JOKER) return gettext("Joker");
  const points = facts.values[letter];
  const value = ngettext("%(points)s point", "%(points)s points", points);
  return `${letter}, ${interpolate(value, { points })}`;
}

export class RackView {
  #order = [];
  /** The letters as they were called. */
  #called = "";
  #turn = "";
  #picked = null;

  /**
   * @param {{list: HTMLElement, shuffle, sort, swap: HTMLButtonElement, facts: object,
   *   slots: number, key: string, onLetter: (letter: string) => void}} options
   *   `slots` places are shown while there are no letters; `key` names the kept order
   */
  constructor(options) {
    Object.assign(this, options);
    this.shuffle.addEventListener("click", () => this.#reorder(shuffled(this.#order)));
    this.sort.addEventListener("click", () => this.#reorder(sorted(this.#order)));
    this.swap.addEventListener("click", () => this.#pick(this.#picked === null ? -1 : null));
    this.list.addEventListener("click", (event) => this.#tapped(event));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.drag = draggable(this.list, "[data-index]", {
      onDrop: (tile, x) => this.#drop(Number(tile.dataset.index), x),
      onCancel: () => this.#draw(),
    });
    this.#draw();
  }

  /** Show the letters of a turn; `turn` tells turns apart, `slots` are those of the format. */
  set(letters, turn, slots) {
    const kept = load(this.key);
    // An order that nobody changed follows a rectification of the order called.
    const changed = this.#order.join("") === this.#called ? null : this.#order;
    const own = this.#turn === turn ? changed : kept?.turn === turn ? kept.order : null;
    const order = ownOrder(own, letters);
    const asBefore = slots === this.slots && this.#turn === turn;
    const same = asBefore && order.join("") === this.#order.join("");
    const drawn = Boolean(this.#turn) && this.#turn !== turn && order.length > 0;
    this.slots = slots;
    this.#turn = turn;
    this.#called = letters;
    if (same) return;
    this.#order = order;
    this.#picked = null;
    this.#draw();
    if (drawn) arrive(this.list, this.list.querySelectorAll(".tile"));
  }

  /** Mark the joker while the next letter written will be circled. */
  arm(armed) {
    for (const tile of this.list.querySelectorAll(`[data-letter="${JOKER}"]`)) {
      tile.setAttribute("aria-pressed", String(armed));
    }
  }

  #reorder(order) {
    this.#order = order;
    this.list.classList.remove("arriving");
    keep(this.key, { turn: this.#turn, order });
    this.#draw();
  }

  #draw() {
    const focused = this.list.contains(document.activeElement);
    const at = focused ? Number(document.activeElement.dataset.index) : -1;
    const count = this.#order.length || this.slots;
    this.list.dataset.count = count;
    this.list.replaceChildren(...Array.from({ length: count }, (_, i) => this.#tile(i)));
    this.swap.setAttribute("aria-pressed", String(this.#picked !== null));
    if (at >= 0) this.#focus(at);
  }

  #tile(index) {
    const item = document.createElement("li");
    const letter = this.#order[index];
    if (!letter) {
      item.className = "tile blank";
      return item;
    }
    const button = tileNode(letter, this.facts, "button");
    button.type = "button";
    button.dataset.index = index;
    button.dataset.letter = letter;
    button.setAttribute("aria-label", tileLabel(letter, this.facts));
    button.setAttribute("aria-describedby", "rack-help");
    button.classList.toggle("picked", this.#picked === index);
    item.append(button);
    return item;
  }

  #focus(index) {
    this.list.querySelector(`[data-index="${index}"]`)?.focus();
  }

  #tapped(event) {
    const tile = event.target.closest("[data-index]");
    if (!tile || this.drag.justDragged()) return;
    if (this.#picked === null) this.onLetter(tile.dataset.letter);
    else this.#pick(Number(tile.dataset.index));
  }

  /** Swapping: -1 waits for the first letter, a number for the second, null is off. */
  #pick(index) {
    const first = this.#picked;
    if (index !== null && index >= 0 && first !== null && first >= 0) {
      this.#picked = -1;
      this.#reorder(swapped(this.#order, first, index));
      return;
    }
    this.#picked = index;
    this.#draw();
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tile = event.target.closest("[data-index]");
    if (!step || !tile) return;
    event.preventDefault();
    const from = Number(tile.dataset.index);
    const to = Math.max(0, Math.min(this.#order.length - 1, from + step));
    if (event.altKey) this.#reorder(moved(this.#order, from, to));
    this.#focus(to);
  }

  #drop(from, x) {
    this.#reorder(moved(this.#order, from, this.#indexAt(x, from)));
  }

  /** Where a letter dropped at `x` belongs among the others. */
  #indexAt(x, from) {
    const tiles = [...this.list.querySelectorAll("[data-index]")];
    const others = tiles.filter((_, i) => i !== from);
    const middle = (tile) => tile.parentElement.getBoundingClientRect();
    return others.filter((tile) => {
      const box = middle(tile);
      return box.left + box.width / 2 < x;
    }).length;
  }
}
