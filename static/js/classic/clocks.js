// The clocks of a match, counted by the server: [data-clock] holds what is left, or the moment when
// it runs out (data-ends, milliseconds since 1970), and is drawn here every second.

import { setText } from "../dom.js";
import { formatRemaining } from "../live/clock.js";

const SECOND = 1000;

/** Draws every clock of the page until `stop`; the part may bring others. */
export function runClocks(clock, { onLow = () => {} } = {}) {
  let timer = 0;

  function draw() {
    clearTimeout(timer);
    let next = SECOND;
    for (const node of document.querySelectorAll("[data-clock]")) {
      const { ends, left, warn, dir } = node.dataset;
      const ms = ends ? Number(ends) - clock.now() : Number(left);
      const shown = dir === "up" ? clock.now() - Number(node.dataset.since) : Math.max(0, ms);
      setText(node, formatRemaining(shown));
      const box = node.closest(".match-clock");
      if (box) {
        const low = Boolean(ends) && ms > 0 && ms <= Number(warn || 0);
        if (low && !box.hasAttribute("data-low")) onLow(box);
        box.toggleAttribute("data-low", low);
        box.toggleAttribute("data-out", ms <= 0);
      }
      if (ends) next = Math.min(next, ms > 0 ? ms % SECOND || SECOND : SECOND);
    }
    timer = setTimeout(draw, next);
  }

  document.addEventListener("visibilitychange", draw);
  draw();
  return draw;
}
