// The judge's page of a topping of several players (templates/topping/judge/together.html): the key of
// a board validates the first top of its player. The clocks are the server's.

import { preserveInputs } from "../classic/preserved_inputs.js";
import "../components/grid_filler.js";
import { getElement } from "../dom.js";
import { runClocks } from "../live/clocks.js";
import { UpdatedPart } from "../live/update_channel.js";
import { bindDigits } from "./judge_keys.js";

/** Time between refreshes while a turn is over: its top may still be validated for two seconds. */
const REFRESH_DELAY = 700;

const part = new UpdatedPart();
const refresh = () => part.refresh();
const drawClocks = runClocks(part.clock, { onTimeOver: refresh });
let refreshTimer = 0;
let clickedId = "";

function showBoards() {
  clearTimeout(refreshTimer);
  part.clock.setEstimate(Number(getElement("run").dataset.now));
  drawClocks();
  const now = part.clock.now();
  const isOver = ({ dataset }) => Number(dataset.closes) <= now;
  if ([...document.querySelectorAll("[data-closes]")].some(isOver)) {
    refreshTimer = setTimeout(refresh, REFRESH_DELAY);
  }
  getElement(clickedId)?.focus({ preventScroll: true });
  clickedId = "";
}

bindDigits((board) => getElement(`board-${board}-top-0`));
document.addEventListener("click", ({ target }) => {
  clickedId = target.closest("#run button")?.id ?? "";
});
preserveInputs(showBoards);
showBoards();
part.start();
