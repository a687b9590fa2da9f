// The clock of a topping (#clock): counts down to the end that the server has set, then refreshes the
// part.

import { setText } from "../dom.js";
import { FINAL_MS } from "../live/bell.js";
import { Countdown, Phase, formatRemaining } from "../live/clock.js";

const WARN_S = 10;
/** Delay of the first refresh after the end, in milliseconds. */
const REFRESH_DELAY = 150;
/** Pause between refreshes until the part has changed: a judge may still validate a top said in time. */
const REFRESH_PAUSE = 700;

export class ToppingClock {
  #timer = 0;
  #refreshTimer = 0;
  #isOver = false;

  /** @param {{clock: ServerClock, refresh: () => void}} options `refresh` fetches the part */
  constructor({ clock, refresh }) {
    Object.assign(this, { clock, refresh });
    this.box = document.getElementById("clock");
    this.time = document.getElementById("time");
    this.countdown = new Countdown(clock, (left, phase) => this.#showTime(left, phase));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.countdown.refresh();
    });
  }

  /** @param {object} state of the template (views/topping_play.py) */
  show(state) {
    clearTimeout(this.#timer);
    clearTimeout(this.#refreshTimer);
    this.#isOver = false;
    this.left = state.left;
    const turn = state.closes === null ? null : { state: "open", closes_at: state.closes };
    this.countdown.set(turn, WARN_S);
    if (state.begins !== null) this.#countDownTo(state.begins);
  }

  #showTime(left, phase) {
    setText(this.time, formatRemaining(phase === Phase.IDLE ? this.left : left));
    this.box.dataset.phase = phase;
    this.box.toggleAttribute("data-final", left > 0 && left <= FINAL_MS);
    if (phase === Phase.OVER && !this.#isOver) {
      this.#isOver = true;
      this.#refreshUntilNew(REFRESH_DELAY);
    }
  }

  #refreshUntilNew(delay) {
    this.#refreshTimer = setTimeout(() => {
      this.refresh();
      this.#refreshUntilNew(REFRESH_PAUSE);
    }, delay);
  }

  /** Show the time until the next letters. */
  #countDownTo(begins) {
    const left = begins - this.clock.now();
    const beginsElement = document.getElementById("begins");
    if (beginsElement) setText(beginsElement, formatRemaining(Math.max(0, left)));
    if (left <= 0) this.#refreshUntilNew(REFRESH_DELAY);
    else this.#timer = setTimeout(() => this.#countDownTo(begins), left % 1000 || 1000);
  }
}
