// The tablets that are connected, on staff pages (templates/live/tablets.html and tablets_here.html):
// the server sends them whenever they have changed.

import { createElement, setText } from "../dom.js";

/** @param {{expected: number, away: number[]}} message `away`: tables without a tablet */
export function showTablets({ expected, away }) {
  setTextById("tablets-here", expected - away.length);
  setTextById("tablets-expected", expected);
  setTextById("tablets-count", away.length);
  const list = document.getElementById("tablets-away");
  if (!list) return;
  document.getElementById("tablets-missing").hidden = away.length === 0;
  const shownNumbers = [...list.children].map((seat) => seat.textContent);
  if (shownNumbers.join() !== away.join()) {
    list.replaceChildren(...away.map((number) => createElement("li", "", number)));
  }
}

function setTextById(id, text) {
  const node = document.getElementById(id);
  if (node) setText(node, text);
}
