// Shows the clock (#clock, #time, #stage) and announces the three calls of 3.3 to screen readers:
// start, last seconds, end; and the letters.

import { setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { FINAL_MS, TurnSounds } from "./bell.js";
import { Countdown, Phase, formatRemaining } from "./clock.js";
import { Stage, getRack, getStage } from "./stage.js";
import { describeLetters, formatInterruption, formatRectification } from "./game_texts.js";

/** Stages whose text replaces the phase of the clock. */
const TEXTS_INSTEAD_OF_PHASE = {
  [Stage.CANCELLED]: () => gettext("Coup annulé"),
  [Stage.INTERRUPTED]: formatInterruption,
  [Stage.FINISHED]: () => gettext("Partie terminée"),
};

function formatSeconds(count) {
  return interpolate(ngettext("%(count)s seconde", "%(count)s secondes", count), { count });
}

export class ClockView {
  #phase = Phase.IDLE;
  #turn = null;
  #game = null;
  /** Playing time and signal of the turn: the judge may change the game's in between. */
  #times = { time_s: 0, warn_s: 0 };
  /** Text shown until the clock starts. */
  #waitingText = "";
  #announcedLetters = "";
  #turnSounds = new TurnSounds();

  /**
   * @param {ServerClock} clock
   * @param {(phase: string) => void} onPhase called when the phase changes and at every tick
   */
  constructor(clock, onPhase = () => {}) {
    this.box = document.getElementById("clock");
    this.time = document.getElementById("time");
    this.stage = document.getElementById("stage");
    this.liveRegion = document.getElementById("announce");
    this.onPhase = onPhase;
    this.countdown = new Countdown(clock, (left, phase) => this.#showTime(left, phase));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.countdown.refresh();
    });
  }

  get phase() {
    return this.#phase;
  }

  set(turn, game) {
    if (turn?.ordinal !== this.#turn?.ordinal) {
      this.#phase = Phase.IDLE;
      this.#turnSounds.reset();
    }
    this.#turn = turn;
    this.#game = game;
    this.#updateWaitingText(turn);
    this.#times = turn ?? game ?? { time_s: 0, warn_s: 0 };
    this.countdown.set(turn, this.#times.warn_s);
  }

  #updateWaitingText(turn) {
    const rectification = formatRectification(turn);
    const letters = rectification || describeLetters(turn);
    if (letters && letters !== this.#announcedLetters) this.liveRegion.textContent = letters;
    this.#announcedLetters = letters;
    this.box.toggleAttribute("data-rectified", Boolean(rectification));
    this.#waitingText = rectification || (getRack(turn) ? gettext("Annonce des lettres") : "");
  }

  #showTime(left, phase) {
    const fullTime = this.#game ? formatRemaining(this.#times.time_s * 1000) : "–:––";
    setText(this.time, phase === Phase.IDLE ? fullTime : formatRemaining(left));
    if (phase !== this.#phase) this.#announcePhase(phase);
    this.box.dataset.phase = phase;
    this.box.toggleAttribute("data-final", left > 0 && left <= FINAL_MS);
    this.#turnSounds.update(phase, left);
    setText(this.stage, this.#getStageText(phase));
    this.onPhase(phase);
  }

  #announcePhase(phase) {
    this.#phase = phase;
    const text = this.#getAnnouncement(phase);
    if (text) this.liveRegion.textContent = text;
  }

  #getStageText(phase) {
    const stage = this.#game && getStage({ game: this.#game, turn: this.#turn }, phase);
    if (TEXTS_INSTEAD_OF_PHASE[stage]) return TEXTS_INSTEAD_OF_PHASE[stage](this.#game);
    if (phase === Phase.RUNNING) return gettext("Temps de jeu");
    if (phase === Phase.WARNING) return formatSeconds(this.#times.warn_s);
    return phase === Phase.OVER ? gettext("Terminé") : this.#waitingText;
  }

  #getAnnouncement(phase) {
    if (phase === Phase.RUNNING) return gettext("Chrono : le temps de jeu commence.");
    if (phase === Phase.WARNING) return formatSeconds(this.#times.warn_s);
    return phase === Phase.OVER ? gettext("Terminé.") : "";
  }
}
