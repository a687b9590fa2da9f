// When the game is over, and until the next one is opened: one's own total and rank, and the
// first places of the final ranking.

import { create } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { fieldList } from "../live/contest.js";
import { points } from "../live/moves.js";
import { fact, withheldText } from "../live/terms.js";

const ROWS = 10;

function rowNode({ rank, name, total }, mine) {
  const row = create("tr", mine ? "mine" : "");
  const head = create("th", "", name);
  head.scope = "row";
  row.append(create("td", "num", rank), head, create("td", "num", total));
  return row;
}

/** The first rows, and one's own behind them if it is not among them. */
function rankingNode({ ranking, table, name, total, rank }) {
  const first = ranking.rows.slice(0, ROWS);
  // One's own name is whole on one's own tablet.
  const rows = first.map((row) => (row.table === table ? rowNode({ ...row, name }, true) : rowNode(row, false)));
  if (rank && !first.some((row) => row.table === table)) {
    rows.push(rowNode({ rank, name, total }, true));
  }
  const node = create("table", "table final");
  const caption = ranking.provisional
    ? gettext("Classement provisoire : des bulletins ou des recours restent à décider")
    : gettext("Classement final");
  node.append(create("caption", "", caption));
  const body = create("tbody");
  body.append(...rows);
  node.append(body);
  return node;
}

/** The way to one's own public page: here only, for during a game nobody leaves the table. */
function pageNode(url) {
  const link = create("a", "button", gettext("Ma page, coup par coup"));
  link.href = url;
  const line = create("p");
  line.append(link);
  return line;
}

/** Of a mort subite: one's own place, for whoever played it. */
function ownPlace({ field, table }) {
  const own = field.rows.find((row) => row.table === table);
  if (!own) return [];
  const facts = create("dl", "facts");
  const text = interpolate(gettext("%(rank)s / %(size)s"), { rank: own.rank, size: field.rows.length });
  facts.append(fact(gettext("Votre rang"), text));
  return [facts];
}

/** What the notice of a finished game adds to its sentence; `pageUrl` is one's own public page. */
export function finalNodes(state, pageUrl) {
  if (state.field) return [...ownPlace(state), pageNode(pageUrl), fieldList(state.field, true)];
  const { total, rank, ranking } = state;
  const facts = create("dl", "facts");
  facts.append(fact(gettext("Votre total"), points(total)));
  if (rank) {
    const text = interpolate(gettext("%(rank)s / %(size)s"), { rank, size: ranking.size });
    facts.append(fact(gettext("Votre rang"), text));
  }
  const told = withheldText(ranking);
  const results = told ? create("p", "soft", told) : rankingNode(state);
  return [facts, pageNode(pageUrl), results];
}
