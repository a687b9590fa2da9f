// A discreet bell, made here (no sound file) and off until somebody turns it on.

import { keep, load } from "../storage.js";

let context = null;

function ring(frequency, at, length) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.25, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** @param {number} strokes one for the warning, two for the end */
export function sound(strokes) {
  if (!context || context.state !== "running") return;
  for (let i = 0; i < strokes; i += 1) ring(880, context.currentTime + i * 0.45, 0.9);
}

function turnOn() {
  context ??= new AudioContext();
  context.resume();
}

/** Ties the bell to a check box that remembers. */
export function bindBell(box) {
  box.checked = load("bell", false);
  box.addEventListener("change", () => {
    keep("bell", box.checked);
    if (box.checked) {
      turnOn();
      sound(1);
    } else context?.suspend();
  });
  // A browser lets a page make a sound only after a first gesture.
  document.addEventListener("pointerdown", () => box.checked && turnOn(), { once: true });
}
