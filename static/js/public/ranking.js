// The first rows of the ranking; the rows are there before the names are.

import { create, setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { fieldRows, leftText } from "../live/contest.js";
import { withheldText } from "../live/terms.js";

const ROWS = 10;

/** How long a row takes to its new place, in milliseconds. */
const TRAVEL = 600;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** "▲2", and in words: since the turn before. */
function movedNode(places) {
  const node = create("td", "num moved");
  if (!places) return node;
  const [sign, text] = places > 0
    ? ["▲", ngettext("gagne %(count)s place", "gagne %(count)s places", places)]
    : ["▼", ngettext("perd %(count)s place", "perd %(count)s places", -places)];
  const count = Math.abs(places);
  const seen = create("span", places > 0 ? "up" : "down", `${sign}${count}`);
  seen.setAttribute("aria-hidden", "true");
  node.append(seen, create("span", "visually-hidden", interpolate(text, { count })));
  return node;
}

function rowNode(row, places) {
  const node = document.createElement("tr");
  const name = create("th", "name", row?.name ?? "\u00a0");
  name.scope = "row";
  node.dataset.table = row?.table ?? "";
  if (row?.fell) node.classList.add("fallen");
  node.append(create("td", "num", row?.rank ?? ""), name, movedNode(places),
    create("td", "num", row?.total ?? ""));
  return node;
}

/** From where the row stood to where it stands. */
function travel(row, from) {
  const by = row.dataset.table && from !== undefined ? from - row.offsetTop : 0;
  const start = { transform: `translateY(${by}px)` };
  if (by) row.animate([start, { transform: "none" }], { duration: TRAVEL, easing: "ease-in-out" });
}

export class RankingView {
  #drawn = "";
  /** Ranks by table: those shown, of the turn #turn, and those of the turn before. */
  #ranks = new Map();
  #before = new Map();
  #turn = 0;

  /** @param {number} most rows that there is room for */
  constructor(body, after, most = ROWS) {
    this.most = most;
    this.body = body;
    this.after = after;
    this.frame = body.closest("section");
    this.#draw([]);
    const fit = new ResizeObserver(() => this.#fit());
    // what stands above the rows comes and goes, and moves them
    for (const part of [this.frame, ...this.frame.children]) fit.observe(part);
  }

  /** @param {boolean} final the game is over
   * @param {object | null} field who plays, in a mort subite: it takes the place of points */
  show(ranking, final = false, field = null) {
    const rows = field ? fieldRows(field, final) : ranking?.rows ?? [];
    const drawn = JSON.stringify([rows.slice(0, this.most), ranking?.after, ranking?.provisional,
      ranking?.withheld, final, field]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.frame.classList.toggle("of-field", Boolean(field));
    this.#follow(field ? [] : rows, ranking?.after ?? 0);
    this.#draw(rows);
    if (field) {
      setText(this.after, leftText(field));
      return;
    }
    const { after = 0, top_total: top, provisional = false } = ranking ?? {};
    const text = ngettext(
      "provisoire, après %(after)s coup – top %(top)s",
      "provisoire, après %(after)s coups – top %(top)s",
      after,
    );
    const settled = final && !provisional;
    const shown = settled ? gettext("final, en %(after)s coups – top %(top)s") : text;
    const told = after ? interpolate(shown, { after, top }) : "";
    setText(this.after, withheldText(ranking) || told);
  }

  /** Who stood where before the last turn; a decision on that turn changes nothing of it. */
  #follow(rows, turn) {
    const onwards = this.#turn > 0 && turn > this.#turn; // before the first, nobody has a place
    if (turn !== this.#turn) this.#before = onwards ? this.#ranks : new Map();
    this.#turn = turn;
    this.#ranks = new Map(rows.map(({ table, rank }) => [table, rank]));
  }

  #draw(rows) {
    const tops = new Map([...this.body.rows].map((row) => [row.dataset.table, row.offsetTop]));
    const places = (row) => (row ? (this.#before.get(row.table) ?? row.rank) - row.rank : 0);
    const nodes = Array.from({ length: this.most }, (_, i) => rowNode(rows[i], places(rows[i])));
    this.body.replaceChildren(...nodes);
    this.#fit();
    if (!still.matches) nodes.forEach((node) => travel(node, tops.get(node.dataset.table)));
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
