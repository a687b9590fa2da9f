// The judge of a topping: the part that the server draws (templates/topping/judge/topping.html), its clock
// and its grid; digits say which top was heard, Enter the first.

import { createGrid, gridFacts } from "../components/grid.js";
import { gettext, interpolate } from "../i18n.js";
import { UpdatedPart } from "../live/update_channel.js";
import { setText } from "../words.js";
import { ToppingClock } from "./clock.js";
import { bindDigits } from "./judge_keys.js";

const by = (id) => document.getElementById(id);
const NOBODY = { phase: "waiting", turn: 0, rows: [], last: null, closes: null, begins: null, left: 0 };

const updates = new UpdatedPart();
const clock = new ToppingClock({ clock: updates.clock, ask: () => updates.ask() });
const grid = createGrid(by("grid"), { facts: gridFacts(), label: by("grid").dataset.label });
let shown = null;

function read() {
  const found = by("run-state");
  const state = found ? JSON.parse(found.textContent) : NOBODY;
  if (state.now) updates.clock.hint(state.now);
  setText(by("turn-name"), state.turn ? interpolate(gettext("Coup %(turn)s"), state) : "");
  by("clock").hidden = !found;
  clock.show(state);
  grid.update(state.rows, state.last);
  const turn = `${state.phase}:${state.turn}`;
  if (turn !== shown) (by("top-0") ?? by("start"))?.focus();
  shown = turn;
}

bindDigits((digit) => by(`top-${digit - 1}`));

read();
updates.start();
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "run" || event.detail.elt?.id === "run") read();
});
