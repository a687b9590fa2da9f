// The tables of the turn: a row for each, with the typed bulletin and its verdict.

import { createBulletinNode } from "../../bulletin/bulletin_nodes.js";
import { createElement, setText } from "../../dom.js";
import { gettext, interpolate, ngettext } from "../../i18n.js";

const EMPTY_STATES = new Set(["blank", "missing"]);

/** Create the node of a typed bulletin, with its state unless that is "ok". */
export function createTypedNode(bulletin, states) {
  const node = createElement("span", "typed-bulletin");
  if (!EMPTY_STATES.has(bulletin.state)) node.append(createBulletinNode(bulletin));
  if (bulletin.state !== "ok") node.append(" ", createElement("span", "badge warn", states[bulletin.state]));
  return node;
}

/** Create the nodes of "0 pt Zéro : mot non admis (5.7)". */
function createVerdictNodes({ points, said: sentence, article, undecided, status }) {
  const pointsText = ngettext("%(points)s pt", "%(points)s pts", points);
  const nodes = [createElement("strong", "num", interpolate(pointsText, { points }))];
  if (sentence) nodes.push(" ", createElement("span", "status-text", sentence));
  if (article && sentence) nodes.push(" ", createElement("span", "article", `(${article})`));
  if (undecided) nodes.push(" ", createElement("span", "badge warn", status));
  return nodes;
}

export class BulletinTable {
  #drawnRows = new Map();

  /** @param {{body: Element, states: object, onOpen: (table: number) => void}} options */
  constructor({ body, states, onOpen }) {
    Object.assign(this, { body, states, onOpen });
    body.addEventListener("click", (event) => {
      const row = event.target.closest("tr");
      if (row && !event.target.closest("a")) this.onOpen(Number(row.dataset.table));
    });
  }

  /**
   * @param {object[]} bulletins of the server, each with `waiting`: the one not yet sent, or null
   * @param {number} current number of the table that is being typed
   */
  show(bulletins, current) {
    const rows = [];
    for (const bulletin of bulletins) {
      const json = JSON.stringify(bulletin);
      const drawnRow = this.#drawnRows.get(bulletin.table);
      const row = drawnRow?.json === json ? drawnRow.row : this.#createRow(bulletin);
      this.#drawnRows.set(bulletin.table, { json, row });
      if (bulletin.table === current) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      rows.push(row);
    }
    if (rows.length !== this.body.rows.length || rows.some((row, i) => row !== this.body.rows[i])) {
      this.body.replaceChildren(...rows);
    }
  }

  scrollTo(table) {
    this.#drawnRows.get(table)?.row.scrollIntoView({ block: "nearest" });
  }

  #createRow(bulletin) {
    const row = createElement("tr");
    row.dataset.table = bulletin.table;
    const tableCell = createElement("th", "num", bulletin.table);
    tableCell.scope = "row";
    const writtenCell = createElement("td", "written");
    const typedBulletin = bulletin.waiting ?? bulletin.typed;
    if (typedBulletin) writtenCell.append(createTypedNode(typedBulletin, this.states));
    else writtenCell.append(createElement("span", "soft", this.#explainMissing(bulletin)));
    const verdictCell = createElement("td", "verdict");
    this.#fillVerdict(verdictCell, bulletin);
    row.append(tableCell, createElement("td", "entry-name", bulletin.name), writtenCell, verdictCell);
    return row;
  }

  #explainMissing({ how }) {
    if (how === "in-time") return gettext("remis sur la tablette");
    if (how === "late") return gettext("hors temps sur la tablette");
    return how === "not" ? gettext("rien sur la tablette") : "";
  }

  #fillVerdict(cell, bulletin) {
    const { waiting, verdict, typed, rivals } = bulletin;
    if (waiting?.refused) {
      const badge = createElement("span", "badge bad", gettext("refusé"));
      cell.append(badge, " ", waiting.refused.sentence);
    } else if (waiting) {
      cell.append(createElement("span", "badge note", gettext("pas encore envoyé")));
    } else if (verdict) cell.append(...createVerdictNodes(verdict));
    else if (typed) cell.append(createElement("span", "soft", gettext("enregistré, correction…")));
    if (rivals.length) {
      cell.append(" ", createElement("span", "badge bad", gettext("deux saisies diffèrent")));
    }
  }
}

/** Bulletins that two people typed differently, each version with a button that keeps it. */
export class TypedDifferences {
  /** @param {{box: Element, states: object, onKeep: (table: number, bulletin: object) => void}} options */
  constructor({ box, states, onKeep }) {
    Object.assign(this, { box, states, onKeep });
    this.drawnJson = "";
  }

  show(bulletins) {
    const differing = bulletins.filter(({ rivals }) => rivals.length);
    const json = JSON.stringify(differing);
    if (json === this.drawnJson) return;
    this.drawnJson = json;
    this.box.hidden = !differing.length;
    const list = this.box.querySelector("ul");
    list.replaceChildren(...differing.map((bulletin) => this.#createItem(bulletin)));
    const title = ngettext("%(n)s table saisie deux fois autrement",
      "%(n)s tables saisies deux fois autrement", differing.length);
    setText(this.box.querySelector("h2"), interpolate(title, { n: differing.length }));
  }

  #createItem(bulletin) {
    const item = createElement("li");
    const name = interpolate(gettext("Table %(table)s, %(name)s"), bulletin);
    item.append(createElement("strong", "", name));
    const versions = [bulletin.typed, ...bulletin.rivals];
    item.append(...versions.map((version) => this.#createChoice(bulletin, version)));
    return item;
  }

  #createChoice(bulletin, version) {
    const line = createElement("p", "rival");
    const button = createElement("button", "button", gettext("Garder celui-ci"));
    button.type = "button";
    button.addEventListener("click", () => this.onKeep(bulletin.table, version));
    const author = createElement("span", "soft", `${version.by} : `);
    line.append(author, createTypedNode(version, this.states), " ", button);
    return line;
  }
}
