// A bulletin that is only looked at: the word, or the squared part drawn small, as the template
// arbitrage/sheet.html does it for the office; and what a screen reader says of it.

import { create } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { BLANK, isJoker } from "../notation.js";
import { spokenWord, wordNode } from "../words.js";
import { STRUCK, linesOf, marksOf } from "./drawing.js";
import { wordOf } from "./sheet.js";

/** "RE / TA, entouré : A, rayé : T": the lines as drawn, then what is marked. */
function spokenDrawing(sheet) {
  const marks = marksOf(sheet);
  const named = (kept) => marks.filter(kept).map(({ letter }) => letter.toUpperCase()).join(", ");
  const lines = sheet.rows.map((row) => row.replaceAll(BLANK, " ").trimEnd().toUpperCase());
  const parts = [lines.join(" / ")];
  const circled = named(({ letter }) => isJoker(letter));
  const struck = named((mark) => mark.struck);
  if (circled) parts.push(interpolate(gettext("entouré : %(letters)s"), { letters: circled }));
  if (struck) parts.push(interpolate(gettext("rayé : %(letters)s"), { letters: struck }));
  return parts.join(", ");
}

/** The squared part, small. */
function drawingNode(sheet) {
  const { rows, struck } = linesOf(marksOf(sheet));
  const box = create("span", "drawing");
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", spokenDrawing(sheet));
  const squares = create("span", "drawing-squares");
  squares.style.setProperty("--rows", rows.length);
  for (const [row, line] of rows.entries()) {
    const squaresOfRow = Array.from(line, (letter, col) => square(letter, struck[row]?.[col]));
    const node = create("span", "drawing-row");
    node.append(...squaresOfRow);
    squares.append(node);
  }
  box.append(squares);
  return box;
}

function square(letter, over) {
  if (letter === BLANK) return create("span", "sq none");
  const node = create("span", "sq", letter.toUpperCase());
  node.classList.toggle("circled", isJoker(letter));
  node.classList.toggle("struck", over === STRUCK);
  return node;
}

/** "MAISON H4 24", or the drawing; what is missing is said to be missing. */
export function bulletinNode(sheet) {
  const node = create("span", "written-sheet");
  const word = wordOf(sheet);
  const place = sheet.reference || gettext("sans place");
  const score = sheet.score || gettext("sans score");
  if (word === null) node.append(drawingNode(sheet));
  else node.append(word ? wordNode(word) : gettext("sans mot"));
  node.append(" ", create("span", "ref", place), " ", create("span", "num", score));
  return node;
}

export function spokenBulletin(sheet) {
  const word = wordOf(sheet);
  const spoken = word === null ? spokenDrawing(sheet) : word && spokenWord(word);
  return [spoken, sheet.reference, sheet.score].filter(Boolean).join(" ");
}
