// The grid of a game after each turn, chosen by arrow keys, buttons, a slider, a row of the game sheet or
// a column of its chart; played turn after turn on request, unless the reader wants no motion.

import { createGrid, readGridData } from "../components/grid.js";
import { getElement, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { formatPoints } from "../live/moves.js";
import { BLANK, listSquares } from "../notation.js";

/** List the rows of the grid after each turn; the empty grid is first. */
function listGrids(turns, size) {
  const grids = [Array.from({ length: size }, () => BLANK.repeat(size))];
  for (const { laid, ref } of turns) {
    const rows = grids.at(-1).map((row) => [...row]);
    listSquares(laid, ref).forEach((name, i) => {
      rows[name.charCodeAt(0) - 65][Number(name.slice(1)) - 1] = laid[i];
    });
    grids.push(rows.map((row) => row.join("")));
  }
  return grids;
}

function describeTurn(turn) {
  if (!turn) return gettext("Avant le premier coup, la grille est vide.");
  const text = gettext("Coup %(number)s : %(letters)s. %(word)s en %(ref)s, %(score)s. Top : %(total)s.");
  return interpolate(text, { ...turn, word: turn.word.toUpperCase(), score: formatPoints(turn.score) });
}

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

class Replay {
  #timer = null;

  constructor(root) {
    this.turns = JSON.parse(getElement("replay-data").textContent);
    const gridData = readGridData();
    this.grids = listGrids(this.turns, gridData.size);
    this.grid = createGrid(getElement("replay-board"), { gridData, label: gettext("Grille") });
    this.slider = getElement("replay-turn");
    this.moveText = getElement("replay-move");
    this.slider.addEventListener("input", () => this.#choose(Number(this.slider.value)));
    for (const button of root.querySelectorAll("[data-replay-step]")) {
      button.addEventListener("click", () => this.step(button.dataset.replayStep));
    }
    for (const element of document.querySelectorAll("[data-turn]")) {
      element.addEventListener("click", () => {
        this.#choose(Number(element.dataset.turn));
        if (element.closest("svg")) root.scrollIntoView({ block: "nearest" });
      });
    }
    this.playButton = getElement("replay-play");
    this.playLabel = this.playButton.textContent;
    this.playButton.addEventListener("click", () => this.togglePlaying());
    this.speedField = getElement("replay-speed");
    getElement("replay-run").hidden = reducedMotion.matches;
    root.hidden = false;
  }

  /** Show a turn that the reader has chosen; what plays stops. */
  #choose(index) {
    this.pause();
    this.show(index);
  }

  togglePlaying() {
    if (reducedMotion.matches) return;
    if (this.#timer) this.pause();
    else this.#play();
  }

  #play() {
    if (this.index >= this.lastIndex) this.show(0);
    this.playButton.textContent = this.playButton.dataset.pause;
    this.moveText.setAttribute("aria-live", "off"); // it would be read out without end
    this.#schedule();
  }

  #schedule() {
    this.#timer = setTimeout(() => {
      this.show(this.index + 1);
      if (this.index < this.lastIndex) this.#schedule();
      else this.pause();
    }, Number(this.speedField.value));
  }

  pause() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.playButton.textContent = this.playLabel;
    this.moveText.setAttribute("aria-live", "polite");
  }

  get lastIndex() {
    return this.turns.length;
  }

  step(name) {
    const { index, lastIndex } = this;
    const target = { first: 0, before: index - 1, after: index + 1, last: lastIndex }[name];
    this.#choose(Math.min(Math.max(target, 0), lastIndex));
  }

  show(index) {
    this.index = index;
    const turn = this.turns[index - 1];
    this.grid.update(this.grids[index], turn ? { word: turn.laid, ref: turn.ref } : null);
    this.slider.value = index;
    const text = describeTurn(turn);
    this.slider.setAttribute("aria-valuetext", text);
    setText(this.moveText, text);
    for (const row of document.querySelectorAll("[data-turn]")) {
      row.classList.toggle("shown", Number(row.dataset.turn) === index);
    }
  }
}

let replay = null;

/** @param {number | null} index of the turn to show; null for the last */
function startReplay(index = null) {
  const root = getElement("replay");
  replay?.pause();
  if (!root) return;
  replay = new Replay(root);
  replay.show(index ?? replay.lastIndex);
}

const STEPS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

/** Return true if `node` is in a field, or in a table that the arrow keys scroll. */
function usesArrowKeys(node) {
  const scrolled = node.closest(".scroll");
  const isWide = scrolled && scrolled.scrollWidth > scrolled.clientWidth;
  return isWide || node.closest("input, select, textarea");
}

document.addEventListener("keydown", (event) => {
  if (!replay || usesArrowKeys(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " " && !event.target.closest("a, button, summary") && !reducedMotion.matches) {
    event.preventDefault();
    replay.togglePlaying();
    return;
  }
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  replay.step(step);
});

// After new results an earlier turn stays shown; the last one is replaced by the new last.
document.addEventListener("page-updated", () => {
  const shownIndex = replay && replay.index < replay.lastIndex ? replay.index : null;
  startReplay(shownIndex);
});

startReplay();
