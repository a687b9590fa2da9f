// The common time of a round on the big screen (templates/public/scene.html, [data-countdown]):
// counted here, with the sounds of a turn: a gong, the warning, the last seconds, the bell.

import { gettext } from "../i18n.js";
import { FINAL_MS, Ringer } from "../live/bell.js";
import { Countdown, Phase, formatRemaining } from "../live/clock.js";
import { setText } from "../words.js";

const TEXTS = {
  [Phase.RUNNING]: () => gettext("Temps commun aux deux joueurs"),
  [Phase.WARNING]: () => gettext("Bientôt la fin"),
  [Phase.OVER]: () => gettext("Le temps est écoulé : le directeur décide"),
};

export class RoomCountdown {
  #box = null;
  #countdown;
  #ringer;
  #ends = "";

  constructor(clock, ringer = new Ringer()) {
    this.clock = clock;
    this.#ringer = ringer;
    this.#countdown = new Countdown(clock, (left, phase) => this.#tick(left, phase));
    document.addEventListener("visibilitychange", () => this.#countdown.refresh());
  }

  /** Panels have come, or gone. */
  read() {
    this.#box = document.querySelector("[data-countdown]");
    const { ends = "", warn = 0, now } = this.#box?.dataset ?? {};
    if (this.clock.offset === 0 && now) this.clock.hint(Number(now)); // no socket has measured yet
    if (ends !== this.#ends) this.#ringer.forget();
    this.#ends = ends;
    this.#countdown.set(ends ? { state: "open", closes_at: Number(ends) } : null, Number(warn));
  }

  #tick(left, phase) {
    if (!this.#box) return;
    const shown = phase === Phase.IDLE ? Number(this.#box.dataset.left) : left;
    const [time, what] = this.#box.children;
    setText(time, formatRemaining(shown));
    setText(what, (TEXTS[phase] ?? (() => gettext("Temps arrêté")))());
    this.#box.dataset.phase = phase;
    this.#box.toggleAttribute("data-final", left > 0 && left <= FINAL_MS);
    this.#ringer.hear(phase, left);
  }
}
