// The judge's page of a topping: the updated part (templates/topping/judge/topping.html), clock and grid.
// A digit validates the top of that number, Enter the first.

import { createGrid, readGridData } from "../components/grid.js";
import { getElement, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { UpdatedPart } from "../live/update_channel.js";
import { ToppingClock } from "./clock.js";
import { bindDigits } from "./judge_keys.js";

const NO_RUN = { phase: "waiting", turn: 0, rows: [], last: null, closes: null, begins: null, left: 0 };

const part = new UpdatedPart();
const clock = new ToppingClock({ clock: part.clock, refresh: () => part.refresh() });
const grid = createGrid(getElement("grid"), {
  gridData: readGridData(),
  label: getElement("grid").dataset.label,
});
let shownTurn = null;

function showRun() {
  const stateElement = getElement("run-state");
  const state = stateElement ? JSON.parse(stateElement.textContent) : NO_RUN;
  if (state.now) part.clock.setEstimate(state.now);
  setText(getElement("turn-name"), state.turn ? interpolate(gettext("Coup %(turn)s"), state) : "");
  getElement("clock").hidden = !stateElement;
  clock.show(state);
  grid.update(state.rows, state.last);
  const turn = `${state.phase}:${state.turn}`;
  if (turn !== shownTurn) (getElement("top-0") ?? getElement("start"))?.focus();
  shownTurn = turn;
}

bindDigits((digit) => getElement(`top-${digit - 1}`));

showRun();
part.start();
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "run" || event.detail.elt?.id === "run") showRun();
});
