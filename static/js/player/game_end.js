// Shown from the end of a game to the start of the next one: the entry's total and rank, and the first
// rows of the final ranking.

import { createElement } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { createContenderList } from "../live/mort_subite.js";
import { formatPoints } from "../live/moves.js";
import { createFact, explainWithheldResults } from "../live/game_texts.js";

const ROWS = 10;

function createRow({ rank, name, total }, isOwn) {
  const row = createElement("tr", isOwn ? "mine" : "");
  const nameCell = createElement("th", "", name);
  nameCell.scope = "row";
  row.append(createElement("td", "num", rank), nameCell, createElement("td", "num", total));
  return row;
}

/** Create the first rows of the ranking, and the entry's own row if it is not among them. */
function createRanking({ ranking, table, name, total, rank }) {
  const firstRows = ranking.rows.slice(0, ROWS);
  // The entry's own row has its full name.
  const rows = firstRows.map((row) =>
    (row.table === table ? createRow({ ...row, name }, true) : createRow(row, false)));
  if (rank && !firstRows.some((row) => row.table === table)) {
    rows.push(createRow({ rank, name, total }, true));
  }
  const node = createElement("table", "table final");
  const caption = ranking.provisional
    ? gettext("Classement provisoire : des bulletins ou des recours restent à décider")
    : gettext("Classement final");
  node.append(createElement("caption", "", caption));
  const tableBody = createElement("tbody");
  tableBody.append(...rows);
  node.append(tableBody);
  return node;
}

/** Create the link to the entry's public page: not during a game, when no player leaves the tablet. */
function createPageLink(url) {
  const link = createElement("a", "button", gettext("Ma page, coup par coup"));
  link.href = url;
  const line = createElement("p");
  line.append(link);
  return line;
}

/** Create the entry's rank in a mort subite; nothing if it was no contender. */
function createOwnRank({ field: contenders, table }) {
  const ownRow = contenders.rows.find((row) => row.table === table);
  if (!ownRow) return [];
  const facts = createElement("dl", "facts");
  const text = interpolate(gettext("%(rank)s / %(size)s"), { rank: ownRow.rank, size: contenders.rows.length });
  facts.append(createFact(gettext("Votre rang"), text));
  return [facts];
}

/** Create what follows the message of a finished game; `pageUrl` of the entry's public page. */
export function createGameEndNodes(state, pageUrl) {
  if (state.field) {
    const contenders = createContenderList(state.field, true);
    return [...createOwnRank(state), createPageLink(pageUrl), contenders];
  }
  const { total, rank, ranking } = state;
  const facts = createElement("dl", "facts");
  facts.append(createFact(gettext("Votre total"), formatPoints(total)));
  if (rank) {
    const text = interpolate(gettext("%(rank)s / %(size)s"), { rank, size: ranking.size });
    facts.append(createFact(gettext("Votre rang"), text));
  }
  const withheldText = explainWithheldResults(ranking);
  const results = withheldText ? createElement("p", "soft", withheldText) : createRanking(state);
  return [facts, createPageLink(pageUrl), results];
}
