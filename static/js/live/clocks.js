// Draws the clocks of a page every second: [data-clock] has the time left, or its end (data-ends) by the
// server's clock, in milliseconds.

import { setText } from "../dom.js";
import { formatRemaining } from "./clock.js";

const SECOND = 1000;

/** Delay before the server is asked what follows the end of a time, in milliseconds. */
const END_DELAY = 500;

/** Draw the clocks of the page every second; `onTimeOver` is called after the end of a time.
 *  @returns {() => void} draws them now */
export function runClocks(clock, { onTimeOver = () => {} } = {}) {
  let timer = 0;

  function draw() {
    clearTimeout(timer);
    let nextTickMs = SECOND;
    for (const node of document.querySelectorAll("[data-clock]")) {
      const { ends, left, warn, dir } = node.dataset;
      const ms = ends ? Number(ends) - clock.now() : Number(left);
      const shownMs = dir === "up" ? clock.now() - Number(node.dataset.since) : Math.max(0, ms);
      setText(node, formatRemaining(shownMs));
      const box = node.parentElement;
      box.toggleAttribute("data-low", Boolean(ends) && ms > 0 && ms <= Number(warn || 0));
      box.toggleAttribute("data-out", ms <= 0);
      // Only a time that was shown running: not one that was over before the page came.
      if (ms <= 0 && node.dataset.runs) setTimeout(onTimeOver, END_DELAY);
      node.dataset.runs = ends && ms > 0 ? "yes" : "";
      if (ends) nextTickMs = Math.min(nextTickMs, ms > 0 ? ms % SECOND || SECOND : SECOND);
    }
    timer = setTimeout(draw, nextTickMs);
  }

  document.addEventListener("visibilitychange", draw);
  draw();
  return draw;
}
