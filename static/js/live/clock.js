// Time left, from the server's absolute deadline and the measured difference of the clocks.

/** Samples kept; the one with the shortest round trip counts. */
const SAMPLES = 8;
const SECOND = 1000;
/** What two samples may contradict each other by without either clock having been set. */
const SLACK = 250;

/** A clock of the browser that nobody sets; it may stand still while the device sleeps. */
const steadyNow = () => Math.round(performance.timeOrigin + performance.now());

/** Whether both may be right: an answer was written some time between question and arrival. */
const agree = (one, other) =>
  Math.abs(one.offset - other.offset) <= (one.trip + other.trip) / 2 + SLACK;

/** The server's clock as seen from here. All moments are milliseconds since 1970. */
export class ServerClock {
  #samples = [];
  #hint = 0;

  constructor(localNow = steadyNow) {
    this.localNow = localNow;
  }

  /** A moment of the server that came without a question (late by the way it travelled). */
  hint(serverNow) {
    this.#hint = serverNow - this.localNow();
  }

  /** The answer to a ping: asked and answered in local time, `serverNow` in between. */
  sample(sent, received, serverNow) {
    const fresh = { offset: serverNow - (sent + received) / 2, trip: received - sent };
    // The others were measured before the device slept or a clock was set.
    const valid = this.#samples.filter((sample) => agree(sample, fresh));
    this.#samples = [...valid, fresh].slice(-SAMPLES);
  }

  /** Forget the samples: the device slept, or its own clock was set. */
  forget() {
    if (this.#samples.length > 0) this.#hint = this.offset;
    this.#samples = [];
  }

  get offset() {
    if (this.#samples.length === 0) return this.#hint;
    return this.#samples.reduce((best, one) => (one.trip < best.trip ? one : best)).offset;
  }

  now() {
    return this.localNow() + this.offset;
  }
}

const remaining = (closesAt, now) => Math.max(0, closesAt - now);

/** "2:59", rounded up: full time at the start, zero exactly at the bell. */
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

/** Where the clock of `turn` stands at `now`; `warnS` is the length of the last stretch (3.3). */
function phaseOf(turn, now, warnS) {
  if (!turn || turn.closes_at === null) return Phase.IDLE;
  if (turn.state !== "open" || now >= turn.closes_at) return Phase.OVER;
  return turn.closes_at - now <= warnS * SECOND ? Phase.WARNING : Phase.RUNNING;
}

/** Calls `onTick(ms left, phase)` every second and exactly at the bell. */
export class Countdown {
  #timer = 0;
  #turn = null;
  #warnS = 0;

  constructor(clock, onTick) {
    this.clock = clock;
    this.onTick = onTick;
  }

  set(turn, warnS) {
    this.#turn = turn;
    this.#warnS = warnS;
    this.refresh();
  }

  /** Tick now, e.g. after the device woke up, and plan the next tick. */
  refresh() {
    clearTimeout(this.#timer);
    const now = this.clock.now();
    const phase = phaseOf(this.#turn, now, this.#warnS);
    const left = this.#turn?.closes_at == null ? 0 : remaining(this.#turn.closes_at, now);
    this.onTick(phase === Phase.OVER ? 0 : left, phase);
    if (phase === Phase.RUNNING || phase === Phase.WARNING) {
      this.#timer = setTimeout(() => this.refresh(), left % SECOND || SECOND);
    }
  }
}
