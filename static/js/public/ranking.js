// The first rows of the ranking; empty rows keep the space before the first results.

import { createElement, setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { makeRankingRows, formatContenderCount } from "../live/mort_subite.js";
import { explainWithheldResults } from "../live/game_texts.js";

const DEFAULT_ROWS = 10;

/** Duration of a row's move to its new place, in milliseconds. */
const MOVE_DURATION = 600;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Create the cell of places won or lost since the turn before: "▲2", and in words. */
function createGainedRanksCell(gainedRanks) {
  const node = createElement("td", "num moved");
  if (!gainedRanks) return node;
  const [sign, text] = gainedRanks > 0
    ? ["▲", ngettext("gagne %(count)s place", "gagne %(count)s places", gainedRanks)]
    : ["▼", ngettext("perd %(count)s place", "perd %(count)s places", -gainedRanks)];
  const count = Math.abs(gainedRanks);
  const signElement = createElement("span", gainedRanks > 0 ? "up" : "down", `${sign}${count}`);
  signElement.setAttribute("aria-hidden", "true");
  node.append(signElement, createElement("span", "visually-hidden", interpolate(text, { count })));
  return node;
}

function createRow(row, gainedRanks) {
  const node = document.createElement("tr");
  const name = createElement("th", "name", row?.name ?? "\u00a0");
  name.scope = "row";
  node.dataset.table = row?.table ?? "";
  if (row?.fell) node.classList.add("fallen");
  node.append(createElement("td", "num", row?.rank ?? ""), name, createGainedRanksCell(gainedRanks),
    createElement("td", "num", row?.total ?? ""));
  return node;
}

/** Move the row from its old place to the new one. */
function animateRow(row, oldTop) {
  const distance = row.dataset.table && oldTop !== undefined ? oldTop - row.offsetTop : 0;
  const frames = [{ transform: `translateY(${distance}px)` }, { transform: "none" }];
  if (distance) row.animate(frames, { duration: MOVE_DURATION, easing: "ease-in-out" });
}

export class RankingView {
  #drawnJson = "";
  /** Ranks by table: after turn #turn, and after the turn before. */
  #ranks = new Map();
  #previousRanks = new Map();
  #turn = 0;

  /** @param {number} maxRows number of rows */
  constructor(body, captionElement, maxRows = DEFAULT_ROWS) {
    this.maxRows = maxRows;
    this.body = body;
    this.captionElement = captionElement;
    this.frame = body.closest("section");
    this.#draw([]);
    const observer = new ResizeObserver(() => this.#hideCutRows());
    // the rows move when an element above them appears or disappears
    for (const part of [this.frame, ...this.frame.children]) observer.observe(part);
  }

  /** @param {boolean} isOver the game is over
   * @param {object | null} contenders of a mort subite, shown instead of points */
  show(ranking, isOver = false, contenders = null) {
    const rows = contenders ? makeRankingRows(contenders, isOver) : ranking?.rows ?? [];
    const json = JSON.stringify([rows.slice(0, this.maxRows), ranking?.after, ranking?.provisional,
      ranking?.withheld, isOver, contenders]);
    if (json === this.#drawnJson) return;
    this.#drawnJson = json;
    this.frame.classList.toggle("of-field", Boolean(contenders));
    this.#updateRanks(contenders ? [] : rows, ranking?.after ?? 0);
    this.#draw(rows);
    if (contenders) {
      setText(this.captionElement, formatContenderCount(contenders));
      return;
    }
    const { after = 0, top_total: top, provisional = false } = ranking ?? {};
    const text = ngettext(
      "provisoire, après %(after)s coup – top %(top)s",
      "provisoire, après %(after)s coups – top %(top)s",
      after,
    );
    const isSettled = isOver && !provisional;
    const captionText = isSettled ? ngettext("final, en %(after)s coup – top %(top)s", "final, en %(after)s coups – top %(top)s", after) : text;
    const caption = after ? interpolate(captionText, { after, top }) : "";
    setText(this.captionElement, explainWithheldResults(ranking) || caption);
  }

  /** Keep the ranks of the turn before; a later decision on the last turn does not change them. */
  #updateRanks(rows, turn) {
    const isNextTurn = this.#turn > 0 && turn > this.#turn; // turn 0 has no ranks
    if (turn !== this.#turn) this.#previousRanks = isNextTurn ? this.#ranks : new Map();
    this.#turn = turn;
    this.#ranks = new Map(rows.map(({ table, rank }) => [table, rank]));
  }

  #draw(rows) {
    const oldTops = new Map([...this.body.rows].map((row) => [row.dataset.table, row.offsetTop]));
    const countGainedRanks = (row) => (this.#previousRanks.get(row.table) ?? row.rank) - row.rank;
    const nodes = Array.from({ length: this.maxRows }, (_, i) =>
      createRow(rows[i], rows[i] ? countGainedRanks(rows[i]) : 0));
    this.body.replaceChildren(...nodes);
    this.#hideCutRows();
    if (reducedMotion.matches) return;
    for (const node of nodes) animateRow(node, oldTops.get(node.dataset.table));
  }

  /** Hide the rows that are only partly visible on a screen that does not scroll. */
  #hideCutRows() {
    const isClipped = getComputedStyle(this.frame).overflowY === "hidden";
    const limit = this.frame.getBoundingClientRect().bottom + 1;
    for (const row of this.body.rows) {
      row.classList.toggle("cut", isClipped && row.getBoundingClientRect().bottom > limit);
    }
  }
}
