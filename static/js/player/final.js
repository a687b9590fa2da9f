// When the game is over, and until the next one is opened: one's own total and rank, and the
// first places of the final ranking.

import { gettext, interpolate } from "../i18n.js";
import { points } from "../live/moves.js";
import { fact } from "../live/terms.js";
import { create } from "../words.js";

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
  const rows = first.map((row) => rowNode(row, row.table === table));
  if (rank && !first.some((row) => row.table === table)) {
    rows.push(rowNode({ rank, name, total }, true));
  }
  const node = create("table", "table final");
  const caption = ranking.provisional
    ? gettext("Classement provisoire : des bulletins restent à saisir ou à décider")
    : gettext("Classement final");
  node.append(create("caption", "", caption));
  const body = create("tbody");
  body.append(...rows);
  node.append(body);
  return node;
}

/** What the notice of a finished game adds to its sentence. */
export function finalNodes(state) {
  const { total, rank, ranking } = state;
  const facts = create("dl", "facts");
  facts.append(fact(gettext("Votre total"), points(total)));
  if (rank) {
    const text = interpolate(gettext("%(rank)s / %(size)s"), { rank, size: ranking.size });
    facts.append(fact(gettext("Votre rang"), text));
  }
  return [facts, rankingNode(state)];
}
