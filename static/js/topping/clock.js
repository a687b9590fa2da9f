// The clock of a topping (#clock): the server says when the time of a turn is over; here it is
// counted down, and the part asked for anew when something must have happened.

import { setText } from "../dom.js";
import { FINAL_MS } from "../live/bell.js";
import { Countdown, Phase, formatRemaining } from "../live/clock.js";

const WARN_S = 10;
/** How long after a moment that is over the server is asked what it says. */
const AFTER = 150;
/** And again, while it has nothing new to say: a judge may still validate what was said in time. */
const AGAIN = 700;

export class ToppingClock {
  #timer = 0;
  #asking = 0;
  #over = false;

  /** @param {{clock: object, ask: () => void}} options `clock` is the server's time */
  constructor({ clock, ask }) {
    Object.assign(this, { clock, ask });
    this.box = document.getElementById("clock");
    this.time = document.getElementById("time");
    this.countdown = new Countdown(clock, (left, phase) => this.#tick(left, phase));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.countdown.refresh();
    });
  }

  /** @param {object} state as views/topping_play.py:state_of says it */
  show(state) {
    clearTimeout(this.#timer);
    clearTimeout(this.#asking);
    this.#over = false;
    this.left = state.left;
    const turn = state.closes === null ? null : { state: "open", closes_at: state.closes };
    this.countdown.set(turn, WARN_S);
    if (state.begins !== null) this.#countTo(state.begins);
  }

  #tick(left, phase) {
    setText(this.time, formatRemaining(phase === Phase.IDLE ? this.left : left));
    this.box.dataset.phase = phase;
    this.box.toggleAttribute("data-final", left > 0 && left <= FINAL_MS);
    if (phase === Phase.OVER && !this.#over) {
      this.#over = true;
      this.#askUntilNew(AFTER);
    }
  }

  #askUntilNew(wait) {
    this.#asking = setTimeout(() => {
      this.ask();
      this.#askUntilNew(AGAIN);
    }, wait);
  }

  /** Seconds until the next letters. */
  #countTo(begins) {
    const left = begins - this.clock.now();
    const shown = document.getElementById("begins");
    if (shown) setText(shown, formatRemaining(Math.max(0, left)));
    if (left <= 0) this.#askUntilNew(AFTER);
    else this.#timer = setTimeout(() => this.#countTo(begins), left % 1000 || 1000);
  }
}
