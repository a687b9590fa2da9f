// The end of a game played alone: points beside the top, rank among those who were there, every turn.

import { createElement } from "../dom.js";
import { gettext } from "../i18n.js";
import { createWordNode } from "../words.js";

/** Create a table whose columns are [heading, is a number]. */
function createTable(caption, columns, rows) {
  const table = createElement("table", "table");
  table.append(createElement("caption", "", caption));
  const head = createElement("tr");
  for (const [name, isNumber] of columns) {
    const cell = createElement("th", isNumber ? "num" : "", name);
    cell.scope = "col";
    head.append(cell);
  }
  table.createTHead().append(head);
  table.createTBody().append(...rows);
  return table;
}

function createRow(cells, isOwn = false) {
  const row = createElement("tr", isOwn ? "own" : "");
  for (const [content, isNumber] of cells) {
    const cell = createElement("td", isNumber ? "num" : "");
    cell.append(content);
    row.append(cell);
  }
  return row;
}

function createRankingNode(rows) {
  const columns = [[gettext("Rang"), true], [gettext("Nom"), false], [gettext("Points"), true]];
  return createTable(gettext("Vous et ceux qui y étaient"), columns, rows.map((row) =>
    createRow([[String(row.rank), true], [row.name, false], [String(row.total), true]], row.own)));
}

function createLinesNode(lines) {
  const columns = [
    [gettext("Coup"), true], [gettext("Mot"), false], [gettext("Réf."), false], [gettext("Points"), true],
    [gettext("Top"), true],
  ];
  return createTable(gettext("Vos coups"), columns, lines.map((line) => createRow([
    [String(line.number), true], [line.word ? createWordNode(line.word) : "–", false], [line.ref || "–", false],
    [String(line.points), true], [String(line.top), true],
  ])));
}

/** @param {{text: string, rank: string, rows: object[], lines: object[]}} end */
export function createEndNodes(end) {
  const nodes = [createElement("p", "", end.text)];
  if (end.rank) nodes.push(createElement("p", "", end.rank));
  if (end.rows.length) nodes.push(createRankingNode(end.rows));
  if (end.lines.length) nodes.push(createLinesNode(end.lines));
  return nodes;
}
