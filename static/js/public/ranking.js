// The first rows of the ranking; the rows are there before the names are.

import { gettext, interpolate, ngettext } from "../i18n.js";
import { create, setText } from "../words.js";

const ROWS = 10;

function rowNode(row) {
  const node = document.createElement("tr");
  const name = create("th", "name", row?.name ?? "\u00a0");
  name.scope = "row";
  node.append(create("td", "num", row?.rank ?? ""), name, create("td", "num", row?.total ?? ""));
  return node;
}

export class RankingView {
  #drawn = "";

  constructor(body, after) {
    this.body = body;
    this.after = after;
    this.frame = body.closest("section");
    this.#draw([]);
    new ResizeObserver(() => this.#fit()).observe(this.frame);
  }

  /** @param {boolean} final the game is over */
  show(ranking, final = false) {
    const rows = ranking?.rows ?? [];
    const drawn = JSON.stringify([rows.slice(0, ROWS), ranking?.after, ranking?.provisional, final]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#draw(rows);
    const { after = 0, top_total: top, provisional = false } = ranking ?? {};
    const text = ngettext(
      "provisoire, après %(after)s coup – top %(top)s",
      "provisoire, après %(after)s coups – top %(top)s",
      after,
    );
    const settled = final && !provisional;
    const shown = settled ? gettext("final, en %(after)s coups – top %(top)s") : text;
    setText(this.after, after ? interpolate(shown, { after, top }) : "");
  }

  #draw(rows) {
    this.body.replaceChildren(...Array.from({ length: ROWS }, (_, i) => rowNode(rows[i])));
    this.#fit();
  }

  /** On a screen that does not scroll, a row shows whole or not at all. */
  #fit() {
    const clipped = getComputedStyle(this.frame).overflowY === "hidden";
    const limit = this.frame.getBoundingClientRect().bottom + 1;
    for (const row of this.body.rows) {
      row.classList.toggle("cut", clipped && row.getBoundingClientRect().bottom > limit);
    }
  }
}
