// The referees' bench: letters are typed on the grid itself and on the bulletin of the tablet; the
// texts of both follow, and are what is sent.

import { STRUCK } from "../bulletin/drawing.js";
import { BulletinEditor } from "../bulletin/editor.js";
import { directionOf } from "../bulletin/sheet.js";
import { createGrid, gridFacts } from "../components/grid.js";
import { lettersOf, removeAccents } from "../folding.js";
import { gettext } from "../i18n.js";
import { BLANK } from "../notation.js";

const text = document.getElementById("id_grid");
const host = document.getElementById("bench-grid");
const facts = gridFacts();

const lines = (area) => removeAccents(area.value).split(/\r?\n/).filter((line) => line !== "");

function read() {
  const rows = lines(text);
  return Array.from({ length: facts.size }, (_, row) =>
    Array.from({ length: facts.size }, (__, col) => {
      const letter = rows[row]?.[col] ?? BLANK;
      return /[A-Za-z]/.test(letter) ? letter : BLANK;
    }));
}

let squares = read();
const grid = createGrid(host, {
  facts,
  label: gettext("Grille : tapez une lettre, avec Majuscule pour un joker"),
  onTap: () => {},
});

const show = () => grid.update(squares.map((row) => row.join("")));

function write() {
  const blank = squares.every((row) => row.every((letter) => letter === BLANK));
  text.value = blank ? "" : squares.map((row) => row.join("")).join("\n");
  show();
}

function step(square, down, right) {
  const row = Number(square.dataset.row) + down;
  const col = Number(square.dataset.col) + right;
  host.querySelector(`[data-row="${row}"][data-col="${col}"]`)?.click();
  host.querySelector(`[data-row="${row}"][data-col="${col}"]`)?.focus();
}

/** Where the last arrow pointed: what is typed goes on that way. */
let way = [0, 1];
const WAYS = { ArrowRight: [0, 1], ArrowLeft: [0, 1], ArrowDown: [1, 0], ArrowUp: [1, 0] };

host.addEventListener("keydown", (event) => {
  const square = event.target.closest(".square");
  if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in WAYS) way = WAYS[event.key];
  const { row, col } = square.dataset;
  const erases = ["Backspace", "Delete"].includes(event.key);
  const [typed] = event.key.length === 1 ? lettersOf(event.key) : "";
  if (!erases && !typed) return;
  event.preventDefault();
  squares[row][col] = erases ? BLANK : event.shiftKey ? typed.toLowerCase() : typed;
  write();
  const back = event.key === "Backspace" ? -1 : 1;
  if (event.key !== "Delete") step(square, way[0] * back, way[1] * back);
});

text.addEventListener("input", () => {
  squares = read();
  show();
});

show();
host.hidden = false;

// --- the bulletin --------------------------------------------------------------------------

const form = document.getElementById("sheet");
const drawn = document.getElementById("id_sheet");
const struckOut = document.getElementById("id_struck");

function readDrawing() {
  const rows = lines(drawn);
  const mask = lines(struckOut);
  const struck = mask.some((line) => line.includes(STRUCK))
    ? rows.map((row, i) => (mask[i] ?? "").slice(0, row.length).padEnd(row.length, BLANK))
    : [];
  return { rows, struck };
}

const { reference, score } = form.dataset;
let bulletin = { ...readDrawing(), reference, score };
bulletin.direction = directionOf(bulletin.rows);
const editor = new BulletinEditor({
  remembers: false,
  onEdit: (changes) => {
    bulletin = { ...bulletin, ...changes };
    drawn.value = bulletin.rows.join("\n");
    struckOut.value = bulletin.struck.join("\n");
  },
});
editor.show(bulletin, false);
for (const area of [drawn, struckOut]) {
  area.addEventListener("change", () => {
    bulletin = { ...bulletin, ...readDrawing() };
    editor.show(bulletin, false);
  });
}
