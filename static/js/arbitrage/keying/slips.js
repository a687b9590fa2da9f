// The tables of the turn and what is typed for them: a line each, the verdict beside it.

import { bulletinNode } from "../../bulletin/read_only.js";
import { gettext, interpolate, ngettext } from "../../i18n.js";
import { create, setText } from "../../words.js";

const EMPTY_STATES = new Set(["blank", "missing"]);

/** A bulletin as typed, its state where it is not simply readable. */
export function slipNode(slip, states) {
  const node = create("span", "typed-slip");
  if (!EMPTY_STATES.has(slip.state)) node.append(bulletinNode(slip));
  if (slip.state !== "ok") node.append(" ", create("span", "badge warn", states[slip.state]));
  return node;
}

/** "0 point, Zéro : mot non admis (5.7)" in pieces. */
function verdictNodes({ points, said, article, undecided, status }) {
  const paid = ngettext("%(points)s pt", "%(points)s pts", points);
  const nodes = [create("strong", "num", interpolate(paid, { points }))];
  if (said) nodes.push(" ", create("span", "said", said));
  if (article && said) nodes.push(" ", create("span", "article", `(${article})`));
  if (undecided) nodes.push(" ", create("span", "badge warn", status));
  return nodes;
}

export class SlipTable {
  #drawn = new Map();

  /** @param {{body: Element, states: object, onOpen: (table: number) => void}} options */
  constructor({ body, states, onOpen }) {
    Object.assign(this, { body, states, onOpen });
    body.addEventListener("click", (event) => {
      const row = event.target.closest("tr");
      if (row && !event.target.closest("a")) this.onOpen(Number(row.dataset.table));
    });
  }

  /**
   * @param {object[]} slips as the server tells them, each with `waiting`: what is not there yet
   * @param {number} current table being typed
   */
  show(slips, current) {
    const rows = [];
    for (const slip of slips) {
      const text = JSON.stringify(slip);
      const held = this.#drawn.get(slip.table);
      const row = held?.text === text ? held.row : this.#row(slip);
      this.#drawn.set(slip.table, { text, row });
      if (slip.table === current) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      rows.push(row);
    }
    if (rows.length !== this.body.rows.length || rows.some((row, i) => row !== this.body.rows[i])) {
      this.body.replaceChildren(...rows);
    }
  }

  scrollTo(table) {
    this.#drawn.get(table)?.row.scrollIntoView({ block: "nearest" });
  }

  #row(slip) {
    const row = create("tr");
    row.dataset.table = slip.table;
    const number = create("th", "num", slip.table);
    number.scope = "row";
    const written = create("td", "written");
    const typed = slip.waiting ?? slip.typed;
    if (typed) written.append(slipNode(typed, this.states));
    else written.append(create("span", "soft", this.#nothing(slip)));
    const verdict = create("td", "verdict");
    this.#tell(verdict, slip);
    row.append(number, create("td", "who", slip.name), written, verdict);
    return row;
  }

  #nothing({ how }) {
    if (how === "in-time") return gettext("remis sur la tablette");
    if (how === "late") return gettext("hors temps sur la tablette");
    return how === "not" ? gettext("rien sur la tablette") : "";
  }

  #tell(cell, slip) {
    if (slip.waiting?.refused) {
      cell.append(create("span", "badge bad", gettext("refusé")), " ", slip.waiting.refused.sentence);
    } else if (slip.waiting) cell.append(create("span", "badge note", gettext("pas encore envoyé")));
    else if (slip.verdict) cell.append(...verdictNodes(slip.verdict));
    else if (slip.typed) cell.append(create("span", "soft", gettext("enregistré, correction…")));
    if (slip.rivals.length) {
      cell.append(" ", create("span", "badge bad", gettext("deux saisies diffèrent")));
    }
  }
}

/** What two people typed differently, each to be taken by a button. */
export class Differences {
  /** @param {{box: Element, states: object, onTake: (table: number, slip: object) => void}} options */
  constructor({ box, states, onTake }) {
    Object.assign(this, { box, states, onTake });
    this.drawn = "";
  }

  show(slips) {
    const differing = slips.filter(({ rivals }) => rivals.length);
    const drawn = JSON.stringify(differing);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.box.hidden = !differing.length;
    const list = this.box.querySelector("ul");
    list.replaceChildren(...differing.map((slip) => this.#item(slip)));
    const count = ngettext("%(n)s table saisie deux fois autrement", "%(n)s tables saisies deux fois autrement",
      differing.length);
    setText(this.box.querySelector("h2"), interpolate(count, { n: differing.length }));
  }

  #item(slip) {
    const item = create("li");
    const name = interpolate(gettext("Table %(table)s, %(name)s"), slip);
    item.append(create("strong", "", name));
    for (const one of [slip.typed, ...slip.rivals]) item.append(this.#choice(slip, one));
    return item;
  }

  #choice(slip, one) {
    const line = create("p", "rival");
    const take = create("button", "button", gettext("Garder celui-ci"));
    take.type = "button";
    take.addEventListener("click", () => this.onTake(slip.table, one));
    line.append(create("span", "soft", `${one.by} : `), slipNode(one, this.states), " ", take);
    return line;
  }
}
