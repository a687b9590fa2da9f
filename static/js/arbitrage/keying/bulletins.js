// The tables of the turn and what is typed for them: a line each, the verdict beside it.

import { bulletinNode } from "../../bulletin/read_only.js";
import { create, setText } from "../../dom.js";
import { gettext, interpolate, ngettext } from "../../i18n.js";

const EMPTY_STATES = new Set(["blank", "missing"]);

/** A bulletin as typed, its state where it is not simply readable. */
export function typedNode(bulletin, states) {
  const node = create("span", "typed-bulletin");
  if (!EMPTY_STATES.has(bulletin.state)) node.append(bulletinNode(bulletin));
  if (bulletin.state !== "ok") node.append(" ", create("span", "badge warn", states[bulletin.state]));
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

export class BulletinTable {
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
   * @param {object[]} bulletins as the server tells them, each with `waiting`: what is not there yet
   * @param {number} current table being typed
   */
  show(bulletins, current) {
    const rows = [];
    for (const bulletin of bulletins) {
      const text = JSON.stringify(bulletin);
      const held = this.#drawn.get(bulletin.table);
      const row = held?.text === text ? held.row : this.#row(bulletin);
      this.#drawn.set(bulletin.table, { text, row });
      if (bulletin.table === current) row.setAttribute("aria-current", "true");
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

  #row(bulletin) {
    const row = create("tr");
    row.dataset.table = bulletin.table;
    const number = create("th", "num", bulletin.table);
    number.scope = "row";
    const written = create("td", "written");
    const typed = bulletin.waiting ?? bulletin.typed;
    if (typed) written.append(typedNode(typed, this.states));
    else written.append(create("span", "soft", this.#nothing(bulletin)));
    const verdict = create("td", "verdict");
    this.#tell(verdict, bulletin);
    row.append(number, create("td", "who", bulletin.name), written, verdict);
    return row;
  }

  #nothing({ how }) {
    if (how === "in-time") return gettext("remis sur la tablette");
    if (how === "late") return gettext("hors temps sur la tablette");
    return how === "not" ? gettext("rien sur la tablette") : "";
  }

  #tell(cell, bulletin) {
    if (bulletin.waiting?.refused) {
      cell.append(create("span", "badge bad", gettext("refusé")), " ", bulletin.waiting.refused.sentence);
    } else if (bulletin.waiting) cell.append(create("span", "badge note", gettext("pas encore envoyé")));
    else if (bulletin.verdict) cell.append(...verdictNodes(bulletin.verdict));
    else if (bulletin.typed) cell.append(create("span", "soft", gettext("enregistré, correction…")));
    if (bulletin.rivals.length) {
      cell.append(" ", create("span", "badge bad", gettext("deux saisies diffèrent")));
    }
  }
}

/** What two people typed differently, each to be taken by a button. */
export class Differences {
  /** @param {{box: Element, states: object, onTake: (table: number, bulletin: object) => void}} options */
  constructor({ box, states, onTake }) {
    Object.assign(this, { box, states, onTake });
    this.drawn = "";
  }

  show(bulletins) {
    const differing = bulletins.filter(({ rivals }) => rivals.length);
    const drawn = JSON.stringify(differing);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.box.hidden = !differing.length;
    const list = this.box.querySelector("ul");
    list.replaceChildren(...differing.map((bulletin) => this.#item(bulletin)));
    const count = ngettext("%(n)s table saisie deux fois autrement", "%(n)s tables saisies deux fois autrement",
      differing.length);
    setText(this.box.querySelector("h2"), interpolate(count, { n: differing.length }));
  }

  #item(bulletin) {
    const item = create("li");
    const name = interpolate(gettext("Table %(table)s, %(name)s"), bulletin);
    item.append(create("strong", "", name));
    for (const one of [bulletin.typed, ...bulletin.rivals]) item.append(this.#choice(bulletin, one));
    return item;
  }

  #choice(bulletin, one) {
    const line = create("p", "rival");
    const take = create("button", "button", gettext("Garder celui-ci"));
    take.type = "button";
    take.addEventListener("click", () => this.onTake(bulletin.table, one));
    line.append(create("span", "soft", `${one.by} : `), typedNode(one, this.states), " ", take);
    return line;
  }
}
