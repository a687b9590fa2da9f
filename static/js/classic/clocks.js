// Draws the clocks of a match every second: [data-clock] has the time left, or its end (data-ends) by the
// server's clock, in milliseconds.

import { setText } from "../dom.js";
import { formatRemaining } from "../live/clock.js";

const SECOND = 1000;

/** Draw the clocks of the page every second. @returns {() => void} draws them now */
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
        const isLow = Boolean(ends) && ms > 0 && ms <= Number(warn || 0);
        if (isLow && !box.hasAttribute("data-low")) onLow(box);
        box.toggleAttribute("data-low", isLow);
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
