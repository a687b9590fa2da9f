// The sounds of a turn, made here (no sound file): a gong, a warning, a tick, and a bell.
// Pure: they are written into any audio context, from a moment of its clock on.

/** Of a gong, likewise: deep, its parts far from any chord, and soft when it begins. */
const GONG = [
  [1, 0.7, 2.6],
  [1.48, 0.35, 2],
  [2.02, 0.4, 1.6],
  [2.74, 0.25, 1.1],
  [3.76, 0.15, 0.7],
  [5.08, 0.08, 0.4],
];
const GONG_NOTE = 146;

/** Of a hand bell: partials by pitch above the stroke note, how loud and how long each rings (s).
 * The upper ones are gone at once, the hum stays. */
const PARTIALS = [
  [0.5, 0.35, 4],
  [1, 0.6, 3.2],
  [1.19, 0.4, 2.4],
  [1.5, 0.25, 1.9],
  [2, 0.6, 1.6],
  [2.51, 0.25, 1],
  [2.66, 0.25, 0.9],
  [3.01, 0.2, 0.6],
  [4.17, 0.15, 0.4],
  [5.43, 0.1, 0.25],
];
const NOTE = 740;
/** Two strokes: the end cannot be taken for anything else. */
const STROKES = [0, 0.55];
const SILENT = 0.0001;

function tone(context, { type = "sine", frequency, peak, attack, decay, at, into }) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = type;
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(SILENT, at);
  volume.gain.exponentialRampToValueAtTime(peak, at + attack);
  volume.gain.exponentialRampToValueAtTime(SILENT, at + attack + decay);
  source.connect(volume).connect(into);
  source.start(at);
  source.stop(at + attack + decay);
}

/** The clapper: a very short noise, high and dull at once. */
function clap(context, at, into) {
  const length = Math.round(context.sampleRate * 0.03);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = context.createBufferSource();
  const band = context.createBiquadFilter();
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = NOTE * 4;
  source.connect(band).connect(into);
  source.start(at);
}

function output(context, level) {
  const volume = context.createGain();
  volume.gain.value = level;
  volume.connect(context.destination);
  return volume;
}

/** The end of the time (3.3). */
function bell(context, from) {
  const into = output(context, 0.3);
  for (const stroke of STROKES) {
    const at = from + stroke;
    clap(context, at, into);
    for (const [ratio, peak, decay] of PARTIALS) {
      tone(context, { frequency: NOTE * ratio, peak, attack: 0.004, decay, at, into });
    }
  }
}

/** The time begins (3.3): one stroke. */
function gong(context, from) {
  const into = output(context, 0.4);
  for (const [ratio, peak, decay] of GONG) {
    tone(context, { frequency: GONG_NOTE * ratio, peak, attack: 0.03, decay, at: from, into });
  }
}

/** Each of the last ten seconds: a clock's, hardly louder than the room. */
function tick(context, from) {
  const into = output(context, 0.35);
  tone(context, { type: "triangle", frequency: 1180, peak: 0.7, attack: 0.002, decay: 0.05, at: from, into });
}

/** The last seconds (3.3): three short knocks, dry, well below the bell. */
function warning(context, from) {
  const into = output(context, 0.8);
  for (const knock of [0, 0.16, 0.32]) {
    const at = from + knock;
    tone(context, { type: "triangle", frequency: 392, peak: 0.8, attack: 0.003, decay: 0.13, at, into });
    tone(context, { frequency: 784, peak: 0.3, attack: 0.003, decay: 0.06, at, into });
  }
}

export const SOUNDS = Object.freeze({ gong, warning, tick, bell });
