// A player's move before he announces it: his letters, the grid, and the word, reference and score
// that he writes. Touching and writing do the same; neither counts points nor knows words.

import { createGrid, gridFacts } from "../components/grid.js";
import { by, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { JOKER, isJoker, squareName } from "../notation.js";
import { wordNode } from "../words.js";
import { askJoker } from "./joker.js";
import { Laying } from "./laying.js";
import { problemText } from "./laying_words.js";
import { MatchRack, tileFor } from "./rack.js";
import { wordFrom } from "./written.js";

const LETTER = /^[a-zA-Z]$/;

/** The word as it is written, the sign of a joker before its letter. */
const textOf = (word, jokers) =>
  Array.from(word, (letter, at) => (jokers.has(at) ? JOKER : "") + letter.toUpperCase()).join("");

export class MatchSheet {
  #laying = new Laying();
  #free = false;
  #last = null;
  #exchanging = false;

  /** @param {{key: string, onExchange: (letters: string) => void}} options */
  constructor({ key, onExchange }) {
    this.facts = gridFacts();
    this.grid = createGrid(by("board"), {
      facts: this.facts,
      label: gettext("Grille"),
      onTap: (row, col) => this.#tap(row, col),
    });
    this.rack = new MatchRack({
      list: by("rack"),
      shuffle: by("shuffle"),
      sort: by("sort"),
      facts: this.facts,
      key,
      onTap: (letter) => this.#lay(letter),
      onTicks: onExchange,
      onCarried: (letter, x, y) => this.#carried(letter, x, y),
    });
    by("board").addEventListener("keydown", (event) => this.#typed(event));
    by("take-back").addEventListener("click", () => this.takeBack());
    for (const id of ["word", "reference"]) by(id).addEventListener("input", () => this.#written());
    by("word").addEventListener("change", () => this.#tidy());
  }

  /** @param {{rows: string[], rack: string, last: object | null, free: boolean}} state */
  set({ rows, rack, last, free }) {
    this.#laying.board(rows);
    this.#last = last;
    if (!free) this.#laying.clear();
    this.#free = free;
    this.rack.set(rack);
    this.#draw();
  }

  /** What is announced; with `problem` when there is nothing to announce. */
  move() {
    const found = this.#laying.move();
    if (found.problem) return { problem: problemText(found) };
    const text = by("score").value.trim();
    if (!/^\d{1,4}$/.test(text)) return { problem: gettext("Écrivez le score que vous annoncez.") };
    return { word: found.word, ref: found.ref, score: Number(text) };
  }

  takeBack() {
    this.#laying.clear();
    this.#mirror("", "");
    this.#draw();
  }

  /** After a move: nothing stays written. */
  done() {
    by("score").value = "";
    this.takeBack();
  }

  exchange(on) {
    this.#exchanging = on;
    if (on) this.takeBack();
    this.rack.tick(on);
  }

  tell(text) {
    setText(by("laying-note"), text);
  }

  #laid() {
    return this.#laying.tiles.map(({ tile }) => tile);
  }

  #draw() {
    const { cursor, shown, names } = this.#laying;
    const at = this.#free && cursor;
    this.grid.update(shown, this.#last, {
      loose: names,
      cursor: at ? { name: squareName(at.row, at.col), direction: at.direction } : null,
    });
    this.rack.lay({ laid: this.#laid(), free: this.#free });
    by("take-back").disabled = this.#laying.tiles.length === 0;
  }

  #tap(row, col) {
    if (!this.#free || this.#exchanging) return;
    const picked = this.rack.picked;
    if (picked !== null && !this.#laying.names.has(squareName(row, col))) {
      this.#put(picked, (letter, tile) => this.#laying.layAt(row, col, letter, tile));
      return;
    }
    this.#laying.touch(row, col);
    this.#changed();
  }

  /** A letter of the rack is touched: it goes to the cursor, or waits for a square. */
  #lay(letter) {
    if (!this.#laying.cursor) {
      this.#draw();
      return;
    }
    this.#put(letter, (shown, tile) => this.#laying.lay(shown, tile));
  }

  #carried(letter, x, y) {
    const square = document.elementFromPoint(x, y)?.closest("#board .square");
    if (!square) return false;
    const { row, col } = square.dataset;
    this.#put(letter, (shown, tile) => this.#laying.layAt(Number(row), Number(col), shown, tile));
    return true;
  }

  /** Of a joker, the letter is asked first (4.1.5). */
  async #put(tile, act) {
    const letter = tile === JOKER ? await askJoker() : tile;
    this.rack.drop();
    if (letter) act(letter, tile);
    this.#changed();
  }

  #typed(event) {
    if (!this.#free || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace") {
      event.preventDefault();
      this.#laying.undo();
      this.#changed();
      return;
    }
    if (event.key === JOKER) {
      event.preventDefault();
      this.#armed = true;
      return;
    }
    if (!LETTER.test(event.key)) return;
    event.preventDefault();
    const letter = event.key.toUpperCase();
    const tile = tileFor(this.rack.letters, this.#laid(), this.#armed ? JOKER : letter);
    this.#armed = false;
    if (!this.#laying.cursor) {
      const square = event.target.closest(".square");
      if (square) this.#laying.touch(Number(square.dataset.row), Number(square.dataset.col));
    }
    if (tile) this.#laying.lay(tile === JOKER ? letter.toLowerCase() : letter, tile);
    this.tell(tile ? "" : problemText({ problem: "letter", letter }));
    this.#changed();
  }
  #armed = false;

  /** What lies on the grid is written, too. */
  #changed() {
    const found = this.#laying.move();
    const place = found.problem ? null : found;
    this.#mirror(place ? this.#asText(place) : "", place?.ref ?? "");
    if (place || this.#laying.tiles.length === 0) this.tell("");
    this.#draw();
  }

  /** The word with the sign of a joker before those that are laid with one. */
  #asText({ word, ref }) {
    const jokers = new Set();
    const probe = new Laying();
    probe.board(Array.from({ length: 15 }, () => ".".repeat(15)));
    probe.write(word.toUpperCase(), word.toUpperCase(), ref);
    probe.tiles.forEach(({ row, col }, at) => {
      const laid = this.#laying.tiles.find((tile) => tile.row === row && tile.col === col);
      if (laid && isJoker(laid.letter)) jokers.add(at);
    });
    return textOf(word, jokers);
  }

  #mirror(word, ref) {
    by("word").value = word;
    by("reference").value = ref;
    this.#preview(word);
  }

  #written() {
    const [word, ref] = [wordFrom(by("word").value), by("reference").value.toUpperCase().replaceAll(" ", "")];
    this.#preview(by("word").value);
    if (!this.#free || !word || !ref) return;
    const found = this.#laying.write(this.rack.letters, word, ref);
    if (found.problem) this.#laying.clear();
    this.tell(problemText(found));
    this.#draw();
  }

  #tidy() {
    by("word").value = by("word").value.toUpperCase();
  }

  #preview(text) {
    const word = wordFrom(text);
    by("word-seen").replaceChildren(...(word && isMixed(word) ? [wordNode(word)] : []));
  }
}

const isMixed = (word) => Array.from(word).some(isJoker);
