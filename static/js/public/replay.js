// The grid of a game as it stood after each turn: arrows, buttons, a slider, or a line of the sheet.
// Without a script the sheet says it all.

import { createGrid, gridFacts } from "../components/grid.js";
import { by, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { points } from "../live/moves.js";
import { BLANK, squaresOf } from "../notation.js";

/** The rows of the grid after each turn, the empty one first. */
function gridsOf(turns, size) {
  const grids = [Array.from({ length: size }, () => BLANK.repeat(size))];
  for (const { laid, ref } of turns) {
    const rows = grids.at(-1).map((row) => [...row]);
    squaresOf(laid, ref).forEach((name, i) => {
      rows[name.charCodeAt(0) - 65][Number(name.slice(1)) - 1] = laid[i];
    });
    grids.push(rows.map((row) => row.join("")));
  }
  return grids;
}

function textOf(turn) {
  if (!turn) return gettext("Avant le premier coup, la grille est vide.");
  const text = gettext("Coup %(number)s : %(letters)s. %(word)s en %(ref)s, %(score)s. Top : %(total)s.");
  return interpolate(text, { ...turn, word: turn.word.toUpperCase(), score: points(turn.score) });
}

class Replay {
  constructor(root) {
    this.turns = JSON.parse(by("replay-data").textContent);
    const facts = gridFacts();
    this.grids = gridsOf(this.turns, facts.size);
    this.grid = createGrid(by("replay-board"), { facts, label: gettext("Grille") });
    this.slider = by("replay-turn");
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    for (const button of root.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.step(button.dataset.step));
    }
    for (const row of document.querySelectorAll("[data-turn]")) {
      row.addEventListener("click", () => this.show(Number(row.dataset.turn)));
    }
    root.hidden = false;
  }

  get last() {
    return this.turns.length;
  }

  step(name) {
    const to = { first: 0, before: this.at - 1, after: this.at + 1, last: this.last }[name];
    this.show(Math.min(Math.max(to, 0), this.last));
  }

  show(at) {
    this.at = at;
    const turn = this.turns[at - 1];
    this.grid.update(this.grids[at], turn ? { word: turn.laid, ref: turn.ref } : null);
    this.slider.value = at;
    const text = textOf(turn);
    this.slider.setAttribute("aria-valuetext", text);
    setText(by("replay-move"), text);
    for (const row of document.querySelectorAll("[data-turn]")) {
      row.classList.toggle("shown", Number(row.dataset.turn) === at);
    }
  }
}

let replay = null;

/** @param {number | null} at the turn to show, None the last */
function begin(at = null) {
  const root = by("replay");
  if (!root) return;
  replay = new Replay(root);
  replay.show(at ?? replay.last);
}

const STEPS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

/** Whether the arrows are for something else: a field, or a table that they scroll sideways. */
function elsewhere(node) {
  const scrolled = node.closest(".scroll");
  const wide = scrolled && scrolled.scrollWidth > scrolled.clientWidth;
  return wide || node.closest("input, select, textarea");
}

document.addEventListener("keydown", (event) => {
  if (!replay || elsewhere(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  replay.step(step);
});

// New results: who looks back at a turn goes on looking at it.
document.addEventListener("followed", () => {
  const kept = replay && replay.at < replay.last ? replay.at : null;
  begin(kept);
});

begin();
