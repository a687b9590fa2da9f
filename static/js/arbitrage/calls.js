// The arbiters' pages of classic matches: the calls of the tables, or one game and the decisions about
// it. The server draws the part that is updated; the forms are outside it.

import { UpdatedPart } from "../live/update_channel.js";

const MOVES = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

new UpdatedPart().start();

const listLinks = () => [...document.querySelectorAll("tr[data-call] th a")];

/** Move the focus by `offset` rows of the calls. */
function moveFocus(offset) {
  const links = listLinks();
  const index = links.indexOf(document.activeElement);
  links[Math.min(links.length - 1, Math.max(0, index + offset))]?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest("input, textarea, select")) return;
  if (event.key in MOVES && listLinks().length) {
    event.preventDefault();
    moveFocus(MOVES[event.key]);
  } else if (event.key === "Escape") {
    document.getElementById("to-calls")?.click();
  }
});

// The focus begins on the first task: a call of the list, the button that takes one, or its answer.
const firstTask =
  listLinks()[0] ??
  document.querySelector("#take .primary") ??
  document.querySelector("#decide input:checked") ??
  document.querySelector("#decide :is(input:not([type=hidden]), select, button)");
firstTask?.focus({ preventScroll: true });
