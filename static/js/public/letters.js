// The letters in the order called (3.1): what was kept, then the new ones, marked as new.

import { create } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { lettersOf } from "../live/stage.js";
import { formatFacts } from "../live/terms.js";
import { JOKER } from "../notation.js";
import { arrive, tileNode } from "../words.js";

const UNKNOWN = "·"; // in a refused rack of a recorded game

function spoken({ kept, drawn, rejected }) {
  const parts = [];
  const spell = (letters) => Array.from(letters).join(" ").replaceAll(JOKER, gettext("joker"));
  for (const rack of rejected) {
    parts.push(rack.includes(UNKNOWN)
      ? interpolate(gettext("rejeté : %(n)s lettres"), { n: rack.length })
      : interpolate(gettext("rejeté : %(letters)s"), { letters: spell(rack) }));
  }
  if (kept) parts.push(interpolate(gettext("reliquat : %(letters)s"), { letters: spell(kept) }));
  if (drawn) {
    parts.push(interpolate(gettext("nouvelles lettres : %(letters)s"), { letters: spell(drawn) }));
  }
  return parts.join(", ");
}

export class LettersView {
  #drawn = "";

  constructor(list, facts) {
    this.list = list;
    this.facts = facts;
    this.slots = formatFacts("normal").letters;
    this.#draw([]);
  }

  show(turn) {
    const drawn = JSON.stringify(turn && [turn.kept, turn.drawn, turn.rejected]);
    if (drawn === this.#drawn) return;
    const before = this.#drawn;
    this.#drawn = drawn;
    if (!lettersOf(turn)) { // none yet, or cancelled: its letters are back in the bag (3.6)
      this.#draw([]);
      return;
    }
    this.#draw([...Array.from(turn.kept, (letter) => [letter, false]),
      ...Array.from(turn.drawn, (letter) => [letter, true])]);
    this.list.prepend(create("li", "visually-hidden", spoken(turn)));
    if (before) arrive(this.list, this.list.querySelectorAll(".new"));
  }

  #draw(letters) {
    this.list.dataset.count = Math.max(letters.length, this.slots);
    const tiles = letters.map(([letter, fresh]) => {
      const tile = tileNode(letter, this.facts);
      tile.classList.toggle("new", fresh);
      tile.setAttribute("aria-hidden", "true");
      return tile;
    });
    while (tiles.length < this.slots) tiles.push(create("li", "tile blank"));
    this.list.replaceChildren(...tiles);
  }
}
