// Whether the page rings, and when: the sounds are sounds.js's.

import { keep, load } from "../storage.js";
import { SOUNDS } from "./sounds.js";

/** From one sound to the other when both are tried, in seconds. */
const TRIAL = 1.2;
let context = null;
let on = false;

function turnOn() {
  context ??= new AudioContext();
  return context.resume();
}

function play(name, later = 0) {
  SOUNDS[name](context, context.currentTime + later);
}

/** @param {"warning" | "bell"} name nothing is heard while the bell is off */
export function sound(name) {
  if (on && context?.state === "running") play(name);
}

async function tryOut() {
  await turnOn();
  play("warning");
  play("bell", TRIAL);
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
