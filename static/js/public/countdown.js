// The common time of a round on the big screen (templates/public/scene.html, [data-countdown]), with
// the sounds of a turn.

import { setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { FINAL_MS, TurnSounds } from "../live/bell.js";
import { Countdown, Phase, formatRemaining } from "../live/clock.js";

const TEXTS = {
  [Phase.RUNNING]: () => gettext("Temps commun aux deux joueurs"),
  [Phase.WARNING]: () => gettext("Bientôt la fin"),
  [Phase.OVER]: () => gettext("Le temps est écoulé : le directeur décide"),
};

export class RoomCountdown {
  #box = null;
  #countdown;
  #turnSounds;
  #end = "";

  constructor(clock, turnSounds = new TurnSounds()) {
    this.clock = clock;
    this.#turnSounds = turnSounds;
    this.#countdown = new Countdown(clock, (left, phase) => this.#showTime(left, phase));
    document.addEventListener("visibilitychange", () => this.#countdown.refresh());
  }

  /** Read the end of the time from the page after its panels changed. */
  readPage() {
    this.#box = document.querySelector("[data-countdown]");
    const { ends: end = "", warn = 0, now } = this.#box?.dataset ?? {};
    if (this.clock.offset === 0 && now) this.clock.setEstimate(Number(now)); // nothing was measured
    if (end !== this.#end) this.#turnSounds.reset();
    this.#end = end;
    this.#countdown.set(end ? { state: "open", closes_at: Number(end) } : null, Number(warn));
  }

  #showTime(left, phase) {
    if (!this.#box) return;
    const shownMs = phase === Phase.IDLE ? Number(this.#box.dataset.left) : left;
    const [time, text] = this.#box.children;
    setText(time, formatRemaining(shownMs));
    setText(text, (TEXTS[phase] ?? (() => gettext("Temps arrêté")))());
    this.#box.dataset.phase = phase;
    this.#box.toggleAttribute("data-final", left > 0 && left <= FINAL_MS);
    this.#turnSounds.update(phase, left);
  }
}
