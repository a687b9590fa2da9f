// The clocks of a page, counted by the server: [data-clock] holds what is left, or the moment when
// it runs out (data-ends, milliseconds since 1970), and is drawn here every second.

import { formatRemaining } from "./clock.js";
import { setText } from "../words.js";

const SECOND = 1000;

/** Before the server is asked what follows the end of a time. */
const AFTER_END = 500;

/** Draws every clock of the page; the part may bring others. `onOut`: the time of one is over. */
export function runClocks(clock, { onOut = () => {} } = {}) {
  let timer = 0;

  function draw() {
    clearTimeout(timer);
    let next = SECOND;
    for (const node of document.querySelectorAll("[data-clock]")) {
      const { ends, left, warn, dir } = node.dataset;
      const ms = ends ? Number(ends) - clock.now() : Number(left);
      const shown = dir === "up" ? clock.now() - Number(node.dataset.since) : Math.max(0, ms);
      setText(node, formatRemaining(shown));
      const box = node.parentElement;
      box.toggleAttribute("data-low", Boolean(ends) && ms > 0 && ms <= Number(warn || 0));
      box.toggleAttribute("data-out", ms <= 0);
      // Once: what had run out before the page showed it is no news.
      if (ms <= 0 && node.dataset.runs) setTimeout(onOut, AFTER_END);
      node.dataset.runs = ends && ms > 0 ? "yes" : "";
      if (ends) next = Math.min(next, ms > 0 ? ms % SECOND || SECOND : SECOND);
    }
    timer = setTimeout(draw, next);
  }

  document.addEventListener("visibilitychange", draw);
  draw();
  return draw;
}
