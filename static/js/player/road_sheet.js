// The road sheet (feuille de route): letters, top and the entry's result of each turn, newest first. That of
// an earlier game is fetched when the player chooses it.

import { createElement, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { formatGameName } from "../live/game_texts.js";
import { listWatchedTurns } from "../live/mort_subite.js";
import { formatPoints } from "../live/moves.js";
import { createWordNode } from "../words.js";
import { formatVerdict } from "./result.js";

function createCell(content, className = "", tag = "td") {
  const node = createElement(tag, className);
  node.append(content);
  return node;
}

/** Create a cell with a word and, under it, its reference and details. */
function createMoveCell(word, ref, details = "") {
  const node = createCell(createWordNode(word));
  const line = createElement("div", "road-place soft");
  line.append(createElement("span", "ref", ref), details && ` · ${details}`);
  node.append(line);
  return node;
}

function createReasonRow(text) {
  const row = createElement("tr", "road-why");
  const node = createCell(text);
  node.colSpan = 5;
  row.append(node);
  return row;
}

/** Create the row of a turn and, if the verdict has a text, a second one for it. */
function createRows({ number, turn, result, total, watched }) {
  const row = createElement("tr", "road-turn");
  const numberCell = createCell(number, "num", "th");
  numberCell.scope = "row";
  const moveCell = result?.word ? createMoveCell(result.word, result.ref) : createCell("–");
  row.append(
    numberCell,
    createMoveCell(turn.word, turn.ref, turn.rack),
    createCell(turn.score, "num"),
    result ? moveCell : createCell(watched ? gettext("regardé") : gettext("à l’examen")),
    createCell(result ? result.points : watched ? "–" : "…", "num"),
    createCell(total, "num"),
  );
  const reason = result ? formatVerdict(result) : "";
  if (!reason) return [row];
  numberCell.rowSpan = 2;
  return [row, createReasonRow(reason)];
}

/** List the turns with their running total, newest first. */
export function listTurns(history, results, watched) {
  let total = 0;
  const numbers = Object.keys(history).map(Number).sort((a, b) => a - b);
  const rows = numbers.map((number) => {
    const result = results[number];
    total += result?.points ?? 0;
    return { number, turn: history[number], result, total, watched: watched.includes(number) };
  });
  return rows.reverse();
}

function formatTotal({ total, rank, size, provisional }) {
  if (!rank) return formatPoints(total);
  const text = provisional
    ? gettext("%(points)s, rang %(rank)s / %(size)s, provisoire")
    : gettext("%(points)s, rang %(rank)s / %(size)s");
  return interpolate(text, {
    points: formatPoints(total),
    rank,
    size,
  });
}

export class RoadSheetView {
  #drawnJson = "";
  #offeredGames = "";
  /** Number of the room's game, and its road sheet. */
  #currentNumber = null;
  #sheet = { history: {}, results: {}, watched: [] };

  /** @param {string} url of an earlier road sheet, with 0 in place of the game's number */
  constructor(url) {
    this.url = url;
    this.body = document.getElementById("road");
    this.emptyNote = document.getElementById("road-empty");
    this.totalLine = document.getElementById("road-sum");
    this.choiceBox = document.getElementById("road-choice");
    this.select = document.getElementById("road-game");
    this.select.addEventListener("change", () => this.#showChosenGame());
  }

  show(state) {
    const { number = null, earlier = [] } = state?.game ?? {};
    this.#sheet = {
      history: state?.history ?? {}, results: state?.results ?? {}, watched: listWatchedTurns(state),
    };
    this.#updateGameChoice(number, earlier);
    if (this.#isCurrentGame) this.#draw(this.#sheet);
  }

  get #isCurrentGame() {
    return this.#currentNumber === null || this.select.value === String(this.#currentNumber);
  }

  /** Update the choice of games; when the room's game changes, its road sheet is shown. */
  #updateGameChoice(current, earlier) {
    const numbers = [...new Set(current === null ? [] : [...earlier, current])];
    const offeredGames = JSON.stringify([current, numbers]);
    if (offeredGames === this.#offeredGames) return;
    this.#offeredGames = offeredGames;
    this.#currentNumber = current;
    const options = numbers.sort((a, b) => a - b).map((number) => {
      const option = createElement("option", "", formatGameName(number));
      option.value = number;
      return option;
    });
    this.select.replaceChildren(...options);
    this.choiceBox.hidden = numbers.length < 2;
    this.#showCurrentGame("");
  }

  #showCurrentGame(sentence) {
    if (this.#currentNumber !== null) this.select.value = this.#currentNumber;
    setText(this.totalLine, sentence);
    this.#draw(this.#sheet);
  }

  async #showChosenGame() {
    const number = this.select.value;
    if (this.#isCurrentGame) {
      this.#showCurrentGame("");
      return;
    }
    setText(this.totalLine, gettext("Chargement…"));
    const sheet = await this.#fetchSheet(number);
    if (this.select.value !== number || this.#isCurrentGame) return; // another game was chosen since
    if (sheet.problem) {
      this.#showCurrentGame(sheet.problem);
      return;
    }
    setText(this.totalLine, formatTotal(sheet));
    this.#draw(sheet);
  }

  async #fetchSheet(number) {
    try {
      const response = await fetch(this.url.replace("/0/", `/${number}/`));
      return await response.json();
    } catch {
      return { problem: gettext("Le serveur n’a pas répondu : choisissez la partie de nouveau.") };
    }
  }

  #draw({ history, results, watched = [] }) {
    const json = JSON.stringify([history, results, watched]);
    if (json === this.#drawnJson) return;
    this.#drawnJson = json;
    const rows = listTurns(history, results, watched);
    this.body.replaceChildren(...rows.flatMap(createRows));
    this.emptyNote.hidden = rows.length > 0;
  }
}
