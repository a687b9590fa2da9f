// The feuille de route: turn by turn, the letters, the top and one's own result; newest first.
// Of the games before this one it is asked for when the player chooses it.

import { create, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { watchedTurns } from "../live/contest.js";
import { points } from "../live/moves.js";
import { wordNode } from "../words.js";
import { verdictText } from "./result.js";

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

function whyRow(text) {
  const row = create("tr", "road-why");
  const node = cell(text);
  node.colSpan = 5;
  row.append(node);
  return row;
}

/** One line, and under it what was decided about the bulletin, if there is anything to say. */
function rowNodes({ number, turn, result, total, watched }) {
  const row = create("tr", "road-turn");
  const head = cell(number, "num", "th");
  head.scope = "row";
  const examined = result?.word ? moveCell(result.word, result.ref) : cell("–");
  row.append(
    head,
    moveCell(turn.word, turn.ref, turn.rack),
    cell(turn.score, "num"),
    result ? examined : cell(watched ? gettext("regardé") : gettext("à l’examen")),
    cell(result ? result.points : watched ? "–" : "…", "num"),
    cell(total, "num"),
  );
  const why = result ? verdictText(result) : "";
  if (!why) return [row];
  head.rowSpan = 2;
  return [row, whyRow(why)];
}

/** Rows with the running sum of the results known so far, newest first. */
function roadRows(history, results, watched) {
  let total = 0;
  const numbers = Object.keys(history).map(Number).sort((a, b) => a - b);
  const rows = numbers.map((number) => {
    const result = results[number];
    total += result?.points ?? 0;
    return { number, turn: history[number], result, total, watched: watched.includes(number) };
  });
  return rows.reverse();
}

function sumText({ total, rank, size, provisional }) {
  if (!rank) return points(total);
  const text = provisional
    ? gettext("%(points)s, rang %(rank)s / %(size)s, provisoire")
    : gettext("%(points)s, rang %(rank)s / %(size)s");
  return interpolate(text, {
    points: points(total),
    rank,
    size,
  });
}

const gameName = (number) => interpolate(gettext("Partie %(number)s"), { number });

export class RoadView {
  #drawn = "";
  #offered = "";
  /** The game of the room, by number, and its road sheet. */
  #current = null;
  #sheet = { history: {}, results: {}, watched: [] };

  /** @param {string} url where an earlier road sheet is, with 0 for the game's number */
  constructor(url) {
    this.url = url;
    this.body = document.getElementById("road");
    this.empty = document.getElementById("road-empty");
    this.sum = document.getElementById("road-sum");
    this.choice = document.getElementById("road-choice");
    this.select = document.getElementById("road-game");
    this.select.addEventListener("change", () => this.#choose());
  }

  show(state) {
    const { number = null, earlier = [] } = state?.game ?? {};
    this.#sheet = {
      history: state?.history ?? {}, results: state?.results ?? {}, watched: watchedTurns(state),
    };
    this.#offer(number, earlier);
    if (this.#ofRoom) this.#draw(this.#sheet);
  }

  get #ofRoom() {
    return this.#current === null || this.select.value === String(this.#current);
  }

  /** When the room turns to another game, so does the road sheet. */
  #offer(current, earlier) {
    const numbers = [...new Set(current === null ? [] : [...earlier, current])];
    const offered = JSON.stringify([current, numbers]);
    if (offered === this.#offered) return;
    this.#offered = offered;
    this.#current = current;
    const options = numbers.sort((a, b) => a - b).map((number) => {
      const option = create("option", "", gameName(number));
      option.value = number;
      return option;
    });
    this.select.replaceChildren(...options);
    this.choice.hidden = numbers.length < 2;
    this.#return("");
  }

  #return(sentence) {
    if (this.#current !== null) this.select.value = this.#current;
    setText(this.sum, sentence);
    this.#draw(this.#sheet);
  }

  async #choose() {
    const number = this.select.value;
    if (this.#ofRoom) {
      this.#return("");
      return;
    }
    setText(this.sum, gettext("Chargement…"));
    const sheet = await this.#fetch(number);
    if (this.select.value !== number || this.#ofRoom) return; // something else was chosen since
    if (sheet.problem) {
      this.#return(sheet.problem);
      return;
    }
    setText(this.sum, sumText(sheet));
    this.#draw(sheet);
  }

  async #fetch(number) {
    try {
      const response = await fetch(this.url.replace("/0/", `/${number}/`));
      return await response.json();
    } catch {
      return { problem: gettext("Le serveur n’a pas répondu : choisissez la partie de nouveau.") };
    }
  }

  #draw({ history, results, watched = [] }) {
    const drawn = JSON.stringify([history, results, watched]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const rows = roadRows(history, results, watched);
    this.body.replaceChildren(...rows.flatMap(rowNodes));
    this.empty.hidden = rows.length > 0;
  }
}
