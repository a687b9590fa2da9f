// The feuille de route: turn by turn, the letters, the top and one's own result; newest first.

import { gettext } from "../i18n.js";
import { create, wordNode } from "../words.js";

function cell(content, className = "", tag = "td") {
  const node = create(tag, className);
  node.append(content);
  return node;
}

/** The word, and under it its place and what else there is to say. */
function moveCell(word, ref, more = "") {
  const node = cell(wordNode(word));
  const line = create("div", "road-place soft");
  line.append(create("span", "ref", ref), more && ` · ${more}`);
  node.append(line);
  return node;
}

function rowNode({ number, turn, result, total }) {
  const row = document.createElement("tr");
  const head = cell(number, "num", "th");
  head.scope = "row";
  const examined = result?.word ? moveCell(result.word, result.ref) : cell("–");
  row.append(
    head,
    moveCell(turn.word, turn.ref, turn.rack),
    cell(turn.score, "num"),
    result ? examined : cell(gettext("à l’examen")),
    cell(result ? result.points : "…", "num"),
    cell(total, "num"),
  );
  return row;
}

/** Rows with the running sum of the results known so far, newest first. */
export function roadRows(history, results) {
  let total = 0;
  const numbers = Object.keys(history).map(Number).sort((a, b) => a - b);
  const rows = numbers.map((number) => {
    const result = results[number];
    total += result?.points ?? 0;
    return { number, turn: history[number], result, total };
  });
  return rows.reverse();
}

export class RoadView {
  #drawn = "";

  constructor() {
    this.body = document.getElementById("road");
    this.empty = document.getElementById("road-empty");
  }

  show(history, results) {
    const drawn = JSON.stringify([history, results]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const rows = roadRows(history, results);
    this.body.replaceChildren(...rows.map(rowNode));
    this.empty.hidden = rows.length > 0;
  }
}
