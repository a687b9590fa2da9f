// Whether the page rings, and when: the sounds are sounds.js's.

import { keep, load } from "../storage.js";
import { Phase } from "./clock.js";
import { SOUNDS } from "./sounds.js";

/** What is heard when all are tried, in the order of a turn: how long after the start, in seconds. */
const TRIAL = [["gong", 0], ["warning", 2], ["tick", 3.2], ["tick", 4.2], ["bell", 5.2]];
/** Each of the last seconds is heard, in milliseconds. */
export const FINAL_MS = 10_000;
let context = null;
let on = false;

function turnOn() {
  context ??= new AudioContext();
  return context.resume();
}

function play(name, later = 0) {
  SOUNDS[name](context, context.currentTime + later);
}

/** @param {"gong" | "warning" | "tick" | "bell"} name nothing is heard while the bell is off */
function sound(name) {
  if (on && context?.state === "running") play(name);
}

/** The sounds of a turn (3.3), from what its clock shows. A page that is opened during or after a turn
 * does not ring for what has passed. */
export class Ringer {
  #heard = null;
  #second = 0;

  constructor(play = sound) {
    this.play = play;
  }

  /** Another turn: nothing of it was seen yet. */
  forget() {
    this.#heard = null;
  }

  /** @param {number} left milliseconds */
  hear(phase, left) {
    const name = this.#named(phase, left);
    this.#heard = phase;
    this.#second = Math.ceil(left / 1000);
    if (name) this.play(name);
  }

  #named(phase, left) {
    const ran = this.#heard === Phase.RUNNING || this.#heard === Phase.WARNING;
    if (phase === Phase.RUNNING && this.#heard === Phase.IDLE) return "gong";
    if (!ran) return "";
    if (phase !== this.#heard) return { [Phase.WARNING]: "warning", [Phase.OVER]: "bell" }[phase];
    return left <= FINAL_MS && Math.ceil(left / 1000) !== this.#second ? "tick" : "";
  }
}

async function tryOut() {
  await turnOn();
  for (const [name, later] of TRIAL) play(name, later);
}

/**
 * Ties the bell to the box and the button of live/bell.html.
 *
 * @param {{key?: string, first?: boolean}} [options] where the page remembers whether it rings, and
 *   whether it does the first time
 */
export function bindBell({ key = "bell", first = false } = {}) {
  const box = document.getElementById("sound");
  box.checked = on = load(key, first);
  box.addEventListener("change", () => {
    on = box.checked;
    keep(key, on);
    if (on) turnOn().then(() => sound("warning"));
  });
  document.getElementById("try-sound").addEventListener("click", tryOut);
  // A browser lets a page make a sound only after a first gesture.
  for (const gesture of ["pointerdown", "keydown"]) {
    document.addEventListener(gesture, () => on && turnOn(), { once: true });
  }
}
