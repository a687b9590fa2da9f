// The sounds of a turn, synthesised without a sound file: a gong, a warning, a tick and a bell. Each
// function schedules its tones in an audio context, from `moment` (seconds of the context's clock) on.

/** Partials of a gong: [ratio to GONG_NOTE, volume, decay in seconds]. */
const GONG_PARTIALS = [
  [1, 0.7, 2.6],
  [1.48, 0.35, 2],
  [2.02, 0.4, 1.6],
  [2.74, 0.25, 1.1],
  [3.76, 0.15, 0.7],
  [5.08, 0.08, 0.4],
];
const GONG_NOTE = 146;

/** Partials of a hand bell: [ratio to BELL_NOTE, volume, decay in seconds]. */
const BELL_PARTIALS = [
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
const BELL_NOTE = 740;
/** Seconds after the start of each stroke: two, so that no other sound resembles it. */
const BELL_STROKES = [0, 0.55];
const SILENT_GAIN = 0.0001;

function playTone(context, { type = "sine", frequency, peak, attack, decay, start, output }) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = type;
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(SILENT_GAIN, start);
  volume.gain.exponentialRampToValueAtTime(peak, start + attack);
  volume.gain.exponentialRampToValueAtTime(SILENT_GAIN, start + attack + decay);
  source.connect(volume).connect(output);
  source.start(start);
  source.stop(start + attack + decay);
}

/** Play the noise of a bell's clapper. */
function playNoise(context, start, output) {
  const length = Math.round(context.sampleRate * 0.03);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = context.createBufferSource();
  const band = context.createBiquadFilter();
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = BELL_NOTE * 4;
  source.connect(band).connect(output);
  source.start(start);
}

function createOutput(context, level) {
  const volume = context.createGain();
  volume.gain.value = level;
  volume.connect(context.destination);
  return volume;
}

/** Sound of the end of the time (3.3). */
function playBell(context, moment) {
  const output = createOutput(context, 0.3);
  for (const stroke of BELL_STROKES) {
    const start = moment + stroke;
    playNoise(context, start, output);
    for (const [ratio, peak, decay] of BELL_PARTIALS) {
      playTone(context, { frequency: BELL_NOTE * ratio, peak, attack: 0.004, decay, start, output });
    }
  }
}

/** Sound of the start of the time (3.3). */
function playGong(context, moment) {
  const output = createOutput(context, 0.4);
  for (const [ratio, peak, decay] of GONG_PARTIALS) {
    playTone(context, { frequency: GONG_NOTE * ratio, peak, attack: 0.03, decay, start: moment, output });
  }
}

/** Sound of each of the last ten seconds; soft. */
function playTick(context, moment) {
  const output = createOutput(context, 0.35);
  const envelope = { peak: 0.7, attack: 0.002, decay: 0.05 };
  playTone(context, { type: "triangle", frequency: 1180, ...envelope, start: moment, output });
}

/** Sound of the warning before the last seconds (3.3): three short low knocks. */
function playWarning(context, moment) {
  const output = createOutput(context, 0.8);
  for (const knock of [0, 0.16, 0.32]) {
    const start = moment + knock;
    const low = { type: "triangle", frequency: 392, peak: 0.8, decay: 0.13 };
    const high = { frequency: 784, peak: 0.3, decay: 0.06 };
    for (const tone of [low, high]) playTone(context, { ...tone, attack: 0.003, start, output });
  }
}

export const SOUNDS = Object.freeze({
  gong: playGong,
  warning: playWarning,
  tick: playTick,
  bell: playBell,
});
