// Shows the clock (#clock, #time, #stage) and says the three calls of 3.3 to screen readers:
// start, last seconds, end.

import { setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { FINAL_MS, Ringer } from "./bell.js";
import { Countdown, Phase, formatRemaining } from "./clock.js";
import { Stage, stageOf } from "./stage.js";
import { breakName } from "./terms.js";

/** What counts more than where the clock stands. */
const NOT_PLAYED = {
  [Stage.CANCELLED]: () => gettext("Coup annulé"),
  [Stage.INTERRUPTED]: breakName,
  [Stage.FINISHED]: () => gettext("Partie terminée"),
};

function secondsText(count) {
  return interpolate(ngettext("%(count)s seconde", "%(count)s secondes", count), { count });
}

export class ClockView {
  #phase = Phase.IDLE;
  #turn = null;
  #game = null;
  /** Playing time and signal: the turn's own, for the judge may change the game's. */
  #times = { time_s: 0, warn_s: 0 };
  #before = "";
  #ringer = new Ringer();

  /**
   * @param {ServerClock} clock
   * @param {(phase: string) => void} onPhase called when the phase changes and at every tick
   */
  constructor(clock, onPhase = () => {}) {
    this.box = document.getElementById("clock");
    this.time = document.getElementById("time");
    this.stage = document.getElementById("stage");
    this.announce = document.getElementById("announce");
    this.onPhase = onPhase;
    this.countdown = new Countdown(clock, (left, phase) => this.#tick(left, phase));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.countdown.refresh();
    });
  }

  get phase() {
    return this.#phase;
  }

  /** @param {string} before what to say while the clock has not started */
  set(turn, game, before = "") {
    if (turn?.ordinal !== this.#turn?.ordinal) {
      this.#phase = Phase.IDLE;
      this.#ringer.forget();
    }
    this.#turn = turn;
    this.#game = game;
    this.#before = before;
    this.#times = turn ?? game ?? { time_s: 0, warn_s: 0 };
    this.countdown.set(turn, this.#times.warn_s);
  }

  #tick(left, phase) {
    const whole = this.#game ? formatRemaining(this.#times.time_s * 1000) : "–:––";
    setText(this.time, phase === Phase.IDLE ? whole : formatRemaining(left));
    if (phase !== this.#phase) this.#enter(phase);
    this.box.dataset.phase = phase;
    this.box.toggleAttribute("data-final", left > 0 && left <= FINAL_MS);
    this.#ringer.hear(phase, left);
    setText(this.stage, this.#stageText(phase));
    this.onPhase(phase);
  }

  #enter(phase) {
    this.#phase = phase;
    this.announce.textContent = this.#spoken(phase);
  }

  #stageText(phase) {
    const stage = this.#game && stageOf({ game: this.#game, turn: this.#turn }, phase);
    if (NOT_PLAYED[stage]) return NOT_PLAYED[stage](this.#game);
    if (phase === Phase.RUNNING) return gettext("Chrono");
    if (phase === Phase.WARNING) return secondsText(this.#times.warn_s);
    return phase === Phase.OVER ? gettext("Terminé") : this.#before;
  }

  #spoken(phase) {
    if (phase === Phase.RUNNING) return gettext("Chrono : le temps de jeu commence.");
    if (phase === Phase.WARNING) return secondsText(this.#times.warn_s);
    return phase === Phase.OVER ? gettext("Terminé.") : "";
  }
}
