// When a page plays the sounds of sounds.js, and the box that turns them on.

import { save, load } from "../storage.js";
import { Phase } from "./clock.js";
import { SOUNDS } from "./sounds.js";

/** The trial plays all sounds, in the order of a turn: [name, seconds after the start]. */
const TRIAL_SOUNDS = [["gong", 0], ["warning", 2], ["tick", 3.2], ["tick", 4.2], ["bell", 5.2]];
/** Length of the end of a turn in which every second ticks, in milliseconds. */
export const FINAL_MS = 10_000;
let context = null;
let isOn = false;

function startAudio() {
  context ??= new AudioContext();
  return context.resume();
}

function play(name, delay = 0) {
  SOUNDS[name](context, context.currentTime + delay);
}

/** @param {"gong" | "warning" | "tick" | "bell"} name */
function playIfOn(name) {
  if (isOn && context?.state === "running") play(name);
}

/** Plays the sounds of a turn (3.3) from what its clock shows; a page opened during or after a turn
 * plays nothing for the past. */
export class TurnSounds {
  #lastPhase = null;
  #lastSecond = 0;

  constructor(play = playIfOn) {
    this.play = play;
  }

  /** Begin another turn. */
  reset() {
    this.#lastPhase = null;
  }

  /** @param {number} left in milliseconds */
  update(phase, left) {
    const name = this.#chooseSound(phase, left);
    this.#lastPhase = phase;
    this.#lastSecond = Math.ceil(left / 1000);
    if (name) this.play(name);
  }

  #chooseSound(phase, left) {
    const wasRunning = this.#lastPhase === Phase.RUNNING || this.#lastPhase === Phase.WARNING;
    if (phase === Phase.RUNNING && this.#lastPhase === Phase.IDLE) return "gong";
    if (!wasRunning) return "";
    if (phase !== this.#lastPhase) return { [Phase.WARNING]: "warning", [Phase.OVER]: "bell" }[phase];
    return left <= FINAL_MS && Math.ceil(left / 1000) !== this.#lastSecond ? "tick" : "";
  }
}

async function playTrial() {
  await startAudio();
  for (const [name, delay] of TRIAL_SOUNDS) play(name, delay);
}

/**
 * Bind the box and the button of live/bell.html.
 *
 * @param {{storageKey?: string, isOnByDefault?: boolean}} [options] `storageKey` of the stored choice
 */
export function bindBell({ storageKey = "bell", isOnByDefault = false } = {}) {
  const box = document.getElementById("sound");
  box.checked = isOn = load(storageKey, isOnByDefault);
  box.addEventListener("change", () => {
    isOn = box.checked;
    save(storageKey, isOn);
    if (isOn) startAudio().then(() => playIfOn("warning"));
  });
  document.getElementById("try-sound").addEventListener("click", playTrial);
  // Browsers allow sound only after a first gesture.
  for (const gesture of ["pointerdown", "keydown"]) {
    document.addEventListener(gesture, () => isOn && startAudio(), { once: true });
  }
}
