// A mort subite (3.8.3) on tablets and screens: who is in, who is out, who watches. `state.field` has a
// row for each contender.

import { createElement } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";

/** Return the row of this table; undefined if it is no contender. */
const findOwnRow = (state) => state.field.rows.find((row) => row.table === state.table);

/** Return true if no bulletin is awaited of this table on the current turn. */
export const isWatching = (state) => Boolean(state?.field) && !findOwnRow(state)?.plays;

/** List the numbers of the revealed turns for which no bulletin was awaited of this table. */
export function listWatchedTurns(state) {
  if (!state?.field) return [];
  return findOwnRow(state) ? state.watched : Object.keys(state.history).map(Number);
}

/** Return "en jeu", or the turn that eliminated the contender. */
export function formatStanding(row, isOver = false) {
  if (row.fell === null) return isOver ? gettext("resté en jeu") : gettext("en jeu");
  return interpolate(gettext("coup %(fell)s"), row);
}

/** Return how many contenders are in, of how many. */
export function formatContenderCount(contenders) {
  const all = contenders.rows.length;
  const left = contenders.rows.filter((row) => row.fell === null).length;
  return interpolate(ngettext("%(left)s en jeu sur %(all)s", "%(left)s en jeu sur %(all)s", left),
    { left, all });
}

/** Return the contenders as rows of a ranking; those in have no rank before the game `isOver`. */
export function makeRankingRows(contenders, isOver) {
  return contenders.rows.map((row) => ({
    ...row,
    rank: isOver || row.fell !== null ? row.rank : "",
    total: formatStanding(row, isOver),
  }));
}

/** Return why this table watches, or that it is in; null outside a mort subite. */
export function formatOwnStanding(state) {
  if (!state?.field) return null;
  const ownRow = findOwnRow(state);
  if (!ownRow) {
    return gettext("Votre table regarde : aucun bulletin n’est attendu de vous.");
  }
  if (ownRow.fell !== null) {
    const text = gettext("Éliminé au coup %(fell)s. Votre table regarde : aucun bulletin n’est attendu de vous.");
    return interpolate(text, ownRow);
  }
  if (ownRow.plays) return gettext("Vous êtes en jeu.");
  return gettext("Vous revenez en jeu, à partir du prochain coup ouvert.");
}

/** Create a list of all contenders. */
export function createContenderList(contenders, isOver = false) {
  const list = createElement("ol", "contest");
  list.setAttribute("role", "list");
  list.append(...contenders.rows.map((row) => {
    const item = createElement("li", row.fell === null ? "" : "fallen");
    const name = createElement("span", "contest-name", row.name);
    const table = interpolate(gettext("table %(table)s"), row);
    name.append(" ", createElement("span", "soft", table));
    const badge = createElement("span", row.fell === null ? "badge good" : "badge",
      row.fell === null ? formatStanding(row, isOver) : interpolate(gettext("éliminé, coup %(fell)s"), row));
    item.append(name, badge);
    return item;
  }));
  return list;
}
