// The arbiters' side of a match classique: the calls of the tables, or one game with what is decided
// of it. The part that follows the room is drawn by the server; what is typed stands apart and stays.

import { UpdatedPart } from "../live/update_channel.js";

const MOVES = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

new UpdatedPart().start();

const links = () => [...document.querySelectorAll("tr[data-call] th a")];

/** From row to row of the calls; Enter opens, as on any link. */
function step(by) {
  const all = links();
  const at = all.indexOf(document.activeElement);
  all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest("input, textarea, select")) return;
  if (event.key in MOVES && links().length) {
    event.preventDefault();
    step(MOVES[event.key]);
  } else if (event.key === "Escape") {
    document.getElementById("to-calls")?.click();
  }
});

// The first thing to do has the focus: a call of the list, taking one, or the answer to it.
const find = (selector) => document.querySelector(selector);
const first =
  links()[0] ??
  find("#take .primary") ??
  find("#decide input:checked") ??
  find("#decide :is(input:not([type=hidden]), select, button)");
first?.focus({ preventScroll: true });
