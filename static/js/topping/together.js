// The judge of a topping of several players at once (templates/topping/judge/together.html): the key
// of a board accepts the first top of its player. The clocks are the server's.

import "../components/grid_static.js";
import { keepInPart } from "../classic/part.js";
import { runClocks } from "../live/clocks.js";
import { UpdatedPart } from "../live/update_channel.js";
import { bindDigits } from "./judge_keys.js";

/** A turn that is over may still be accepted for two seconds: then the server has its solution. */
const AGAIN = 700;

const by = (id) => document.getElementById(id);
const updates = new UpdatedPart();
const ask = () => updates.ask();
const redraw = runClocks(updates.clock, { onOut: ask });
let again = 0;
let clicked = "";

function show() {
  clearTimeout(again);
  updates.clock.hint(Number(by("run").dataset.now));
  redraw();
  const now = updates.clock.now();
  const isOver = ({ dataset }) => Number(dataset.closes) <= now;
  if ([...document.querySelectorAll("[data-closes]")].some(isOver)) again = setTimeout(ask, AGAIN);
  by(clicked)?.focus({ preventScroll: true });
  clicked = "";
}

bindDigits((board) => by(`board-${board}-top-0`));
document.addEventListener("click", ({ target }) => {
  clicked = target.closest("#run button")?.id ?? "";
});
keepInPart(show);
show();
updates.start();
