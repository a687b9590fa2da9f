// A mort subite (3.8.3) as tablets and screens show it: who is in, who is out, who watches.

import { create } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";

/** The row of the table itself; undefined for whoever is not in it. */
const ownRow = (state) => state.field.rows.find((row) => row.table === state.table);

/** Whether nothing is awaited of this table on the turn at hand. */
export const watches = (state) => Boolean(state?.field) && !ownRow(state)?.plays;

/** Numbers of the turns revealed of which nothing was awaited of this table: all, for whoever has no
 * part in it. */
export function watchedTurns(state) {
  if (!state?.field) return [];
  return ownRow(state) ? state.watched : Object.keys(state.history).map(Number);
}

/** "en jeu", or since which turn it is out. */
export function standingText(row, over = false) {
  if (row.fell === null) return over ? gettext("resté en jeu") : gettext("en jeu");
  return interpolate(gettext("coup %(fell)s"), row);
}

/** How many are in, of how many. */
export function leftText(field) {
  const all = field.rows.length;
  const left = field.rows.filter((row) => row.fell === null).length;
  return interpolate(ngettext("%(left)s en jeu sur %(all)s", "%(left)s en jeu sur %(all)s", left),
    { left, all });
}

/** The field as the rows of a ranking, those in first; they have no place before it is `over`. */
export function fieldRows(field, over) {
  return field.rows.map((row) => ({
    ...row,
    rank: over || row.fell !== null ? row.rank : "",
    total: standingText(row, over),
  }));
}

/** What this table is told: why it watches, or that it is in; null outside a mort subite. */
export function ownText(state) {
  if (!state?.field) return null;
  const own = ownRow(state);
  if (!own) {
    return gettext("Votre table regarde : aucun bulletin n’est attendu de vous.");
  }
  if (own.fell !== null) {
    return interpolate(gettext("Éliminé au coup %(fell)s. Votre table regarde : aucun bulletin n’est attendu de vous."), own);
  }
  if (own.plays) return gettext("Vous êtes en jeu.");
  return gettext("Vous revenez en jeu, à partir du prochain coup ouvert.");
}

/** Everybody of it, in a list; `over`: nobody plays on. */
export function fieldList(field, over = false) {
  const list = create("ol", "contest");
  list.setAttribute("role", "list");
  list.append(...field.rows.map((row) => {
    const item = create("li", row.fell === null ? "" : "fallen");
    const name = create("span", "contest-name", row.name);
    const table = interpolate(gettext("table %(table)s"), row);
    name.append(" ", create("span", "soft", table));
    const badge = create("span", row.fell === null ? "badge good" : "badge",
      row.fell === null ? standingText(row, over) : interpolate(gettext("éliminé, coup %(fell)s"), row));
    item.append(name, badge);
    return item;
  }));
  return list;
}
