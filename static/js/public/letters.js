// The letters in the order announced (3.1): those kept, then the new ones, which are marked.

import { createElement } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { getRack } from "../live/stage.js";
import { readFormat } from "../live/game_texts.js";
import { animateTiles, createTile, spellLetters } from "../words.js";

const UNSEEN = "·"; // an unknown letter, in a rejected rack of a recorded game

function describeRack({ kept, drawn, rejected }) {
  const parts = [];
  for (const rack of rejected) {
    parts.push(rack.includes(UNSEEN)
      ? interpolate(ngettext("rejeté : %(n)s lettre", "rejeté : %(n)s lettres", rack.length), { n: rack.length })
      : interpolate(gettext("rejeté : %(letters)s"), { letters: spellLetters(rack) }));
  }
  if (kept) parts.push(interpolate(gettext("reliquat : %(letters)s"), { letters: spellLetters(kept) }));
  if (drawn) {
    parts.push(interpolate(gettext("nouvelles lettres : %(letters)s"), { letters: spellLetters(drawn) }));
  }
  return parts.join(", ");
}

export class LettersView {
  #drawnJson = "";

  constructor(list, gridData) {
    this.list = list;
    this.gridData = gridData;
    this.slots = readFormat("normal").letters;
    this.#draw([]);
  }

  show(turn) {
    const json = JSON.stringify(turn && [turn.kept, turn.drawn, turn.rejected]);
    if (json === this.#drawnJson) return;
    const oldJson = this.#drawnJson;
    this.#drawnJson = json;
    if (!getRack(turn)) { // none yet, or back in the bag after a cancelled turn (3.6)
      this.#draw([]);
      return;
    }
    this.#draw([...Array.from(turn.kept, (letter) => [letter, false]),
      ...Array.from(turn.drawn, (letter) => [letter, true])]);
    this.list.prepend(createElement("li", "visually-hidden", describeRack(turn)));
    if (oldJson) animateTiles(this.list, this.list.querySelectorAll(".new"));
  }

  #draw(letters) {
    this.list.dataset.count = Math.max(letters.length, this.slots);
    const tiles = letters.map(([letter, isNew]) => {
      const tile = createTile(letter, this.gridData);
      tile.classList.toggle("new", isNew);
      tile.setAttribute("aria-hidden", "true");
      return tile;
    });
    while (tiles.length < this.slots) tiles.push(createElement("li", "tile blank"));
    this.list.replaceChildren(...tiles);
  }
}
