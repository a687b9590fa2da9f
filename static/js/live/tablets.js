// Which tablets are connected, on the pages of the staff (templates/live/tablets.html and
// tablets_here.html): the server says it anew whenever it has changed.

import { create, setText } from "../dom.js";

/** @param {{expected: number, away: number[]}} message `away`: tables without a tablet */
export function showTablets({ expected, away }) {
  show("tablets-here", expected - away.length);
  show("tablets-expected", expected);
  show("tablets-count", away.length);
  const list = document.getElementById("tablets-away");
  if (!list) return;
  document.getElementById("tablets-missing").hidden = away.length === 0;
  const shown = [...list.children].map((seat) => seat.textContent);
  if (shown.join() !== away.join()) {
    list.replaceChildren(...away.map((number) => create("li", "", number)));
  }
}

function show(id, text) {
  const node = document.getElementById(id);
  if (node) setText(node, text);
}
