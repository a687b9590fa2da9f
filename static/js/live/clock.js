// Time left, from the server's absolute deadline and the measured difference of the clocks.

/** Number of stored samples; the one with the shortest round trip counts. */
const MAX_SAMPLES = 8;
const SECOND = 1000;
/** Difference of two samples, beyond their round trips, that needs no clock set in between (ms). */
const TOLERANCE = 250;

/** Return the time of a clock that nobody can set; it may stop while the device sleeps. */
const getMonotonicNow = () => Math.round(performance.timeOrigin + performance.now());

/** Return true if both may be right: an answer was written between question and arrival. */
const isConsistent = (sample, other) =>
  Math.abs(sample.offset - other.offset) <= (sample.roundTrip + other.roundTrip) / 2 + TOLERANCE;

/** Estimates the server's clock. All times are milliseconds since 1970. */
export class ServerClock {
  #samples = [];
  #estimate = 0;

  constructor(localNow = getMonotonicNow) {
    this.localNow = localNow;
  }

  /** Take the time on a message, which is late by its time on the network. */
  setEstimate(serverNow) {
    this.#estimate = serverNow - this.localNow();
  }

  /** Take the answer to a ping, `sent` and `received` by the local clock. */
  addSample(sent, received, serverNow) {
    const newSample = { offset: serverNow - (sent + received) / 2, roundTrip: received - sent };
    // Inconsistent samples were measured before the device slept or a clock was set.
    const consistentSamples = this.#samples.filter((sample) => isConsistent(sample, newSample));
    this.#samples = [...consistentSamples, newSample].slice(-MAX_SAMPLES);
  }

  /** Drop the samples after the device slept. */
  clearSamples() {
    if (this.#samples.length > 0) this.#estimate = this.offset;
    this.#samples = [];
  }

  get offset() {
    if (this.#samples.length === 0) return this.#estimate;
    const fastest = this.#samples.reduce((best, sample) =>
      (sample.roundTrip < best.roundTrip ? sample : best));
    return fastest.offset;
  }

  now() {
    return this.localNow() + this.offset;
  }
}

const getRemaining = (closesAt, now) => Math.max(0, closesAt - now);

/** Return "2:59", rounded up: the full time at the start, zero exactly at the end. */
export function formatRemaining(ms) {
  const seconds = Math.ceil(ms / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const Phase = Object.freeze({
  IDLE: "idle",
  RUNNING: "running",
  WARNING: "warning",
  OVER: "over",
});

/** Return the phase of `turn` at `now`; the warning lasts the last `warnSeconds` (3.3). */
function getPhase(turn, now, warnSeconds) {
  if (!turn || turn.closes_at === null) return Phase.IDLE;
  if (turn.state !== "open" || now >= turn.closes_at) return Phase.OVER;
  return turn.closes_at - now <= warnSeconds * SECOND ? Phase.WARNING : Phase.RUNNING;
}

/** Calls `onTick(ms left, phase)` every second and exactly at the end. */
export class Countdown {
  #timer = 0;
  #turn = null;
  #warnSeconds = 0;

  constructor(clock, onTick) {
    this.clock = clock;
    this.onTick = onTick;
  }

  set(turn, warnSeconds) {
    this.#turn = turn;
    this.#warnSeconds = warnSeconds;
    this.refresh();
  }

  /** Tick now, e.g. after the device woke up, and schedule the next tick. */
  refresh() {
    clearTimeout(this.#timer);
    const now = this.clock.now();
    const phase = getPhase(this.#turn, now, this.#warnSeconds);
    const remainingMs = this.#turn?.closes_at == null ? 0 : getRemaining(this.#turn.closes_at, now);
    this.onTick(phase === Phase.OVER ? 0 : remainingMs, phase);
    if (phase === Phase.RUNNING || phase === Phase.WARNING) {
      this.#timer = setTimeout(() => this.refresh(), remainingMs % SECOND || SECOND);
    }
  }
}
