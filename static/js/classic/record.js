// An arbiter writes down a match that is played with real tiles: what he types is shown on the grid
// before it is written, and the keyboard comes back to the word.

import { createGrid, gridFacts } from "../components/grid.js";
import { gettext } from "../i18n.js";
import { UpdatedPart } from "../live/update_channel.js";
import { JOKER } from "../notation.js";
import { setText } from "../words.js";
import { runClocks } from "../live/clocks.js";
import { Laying } from "./laying.js";
import { problemText } from "./laying_words.js";
import { keepInPart } from "./part.js";
import { wordFrom } from "./written.js";

const by = (id) => document.getElementById(id);
/** What is on a rack is not known: there may be anything. */
const ANY_RACK = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".repeat(7) + JOKER.repeat(7);

const part = new UpdatedPart();
const redraw = runClocks(part.clock, { onOut: () => part.ask() });
let grid = null;
let laying = null;
let moves = "";

function draw() {
  const host = by("board");
  if (!host) return;
  const { rows, word, ref } = host.dataset;
  grid = createGrid(host, { facts: gridFacts(), label: gettext("Grille") });
  laying = new Laying();
  laying.board(rows.split("/"));
  show(word ? { word, ref } : null);
  redraw();
}

function show(last = null) {
  const typed = { word: wordFrom(by("word")?.value ?? ""), ref: by("reference")?.value ?? "" };
  const reference = typed.ref.toUpperCase().replaceAll(" ", "");
  let problem = "";
  if (typed.word && reference) problem = problemText(laying.write(ANY_RACK, typed.word, reference));
  if (problem || !typed.word || !reference) laying.clear();
  grid.update(laying.shown, last, { loose: laying.names });
  if (by("laying-note")) setText(by("laying-note"), problem);
}

/** After a gesture the next word can be typed at once. */
function ready() {
  draw();
  const written = document.querySelector(".match-moves")?.textContent ?? "";
  if (written !== moves) by("word")?.focus();
  moves = written;
}

document.addEventListener("input", (event) => {
  if (event.target.matches("#word, #reference")) show();
});
keepInPart(ready);
ready();
part.start();
