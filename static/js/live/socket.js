// One WebSocket that stays: connects with a signed token, comes back with jittered pauses,
// measures the clock, notices a dead network. It knows nothing of games.

import { Closed, TOKEN_LIFE } from "./protocol.js";

export const Status = Object.freeze({
  CONNECTING: "connecting",
  LIVE: "live",
  LOST: "lost",
  /** Another device has the table now. */
  DISPLACED: "displaced",
  /** The organiser has renewed the link of the table. */
  RENEWED: "renewed",
  /** Somebody else sits at the table now. */
  MOVED: "moved",
  /** The link or cookie is no longer good: no token. */
  DENIED: "denied",
});

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 6000;
/** Pings right after connecting, to measure the clock well. */
const FIRST_PINGS = [0, 400, 900, 1600];
/** What a server that has room for us says first. */
const FIRST = new Set(["snapshot", "beside"]);
/** A fresh token is fetched well before the one at hand is too old. */
const RENEW_AFTER = 0.6 * TOKEN_LIFE;

/** Half to whole of an exponentially growing pause, so that a full room comes back spread out. */
function pauseBefore(attempt, random = Math.random) {
  const full = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt);
  return full / 2 + (random() * full) / 2;
}

/** Thrown by `fetchToken` when the server refuses for good; `status` is what that makes of us. */
class Denied extends Error {
  constructor(status) {
    super(status);
    this.status = status;
  }
}

/** Ask `address` for a fresh token. */
export async function tokenFrom(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  // whoever is signed out is sent to the sign-in page
  const refused = response.redirected || [401, 403, 404, 410].includes(response.status);
  if (refused) throw new Denied(Status.DENIED);
  if (response.status === 409) throw new Denied(Status.MOVED);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()).token;
}

export class LiveSocket {
  #socket = null;
  #token;
  #tokenAt = Date.now();
  #attempt = 0;
  #timers = new Set();
  #retry = 0;
  #pingTimer = 0;
  #waiting = 0;
  #closed = false;

  /**
   * @param {{at?: string, token: string, fetchToken: () => Promise<string>, clock: ServerClock,
   *   onMessage: (message: object) => void, onStatus: (status: string) => void}} options
   */
  constructor({ at = "live/v1", token, fetchToken, clock, onMessage, onStatus }) {
    Object.assign(this, { at, fetchToken, clock, onMessage, onStatus });
    this.#token = token;
    this.status = Status.CONNECTING;
    window.addEventListener("online", () => this.#wake());
    window.addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      if (!navigator.onLine) this.#drop();
      this.#wake();
    });
  }

  get live() {
    return this.status === Status.LIVE;
  }

  connect() {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/${this.at}/${this.#token}/`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", (event) => this.#received(socket, event));
    socket.addEventListener("close", (event) => this.#ended(socket, event.code));
  }

  /** @returns {boolean} whether it was handed to the network (not: whether it arrived) */
  send(message) {
    if (!this.live || this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Is anybody there? Without an answer in a few seconds the connection is given up. */
  check() {
    const socket = this.#socket;
    if (!this.send({ type: "ping", t: this.clock.localNow() }) || this.#waiting) return;
    this.#waiting = setTimeout(() => this.#abandon(socket), PONG_WITHIN);
  }

  #opened(socket) {
    if (socket !== this.#socket) return;
    this.#setStatus(Status.LIVE);
    for (const pause of FIRST_PINGS) this.#later(() => this.check(), pause);
    this.#pingTimer = setInterval(() => this.#beat(), PING_EVERY);
  }

  #beat() {
    this.check();
    if (Date.now() - this.#tokenAt > RENEW_AFTER * (1 + Math.random() / 4)) this.#renew();
  }

  #received(socket, event) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#waiting);
    this.#waiting = 0;
    const message = JSON.parse(event.data);
    if (message.type === "pong") this.clock.sample(message.t, this.clock.localNow(), message.now);
    if (FIRST.has(message.type)) this.#attempt = 0;
    if (message.type === "displaced") this.#stop(Status.DISPLACED);
    if (message.type === "renewed") this.#stop(Status.RENEWED);
    if (message.type === "moved") this.#stop(Status.MOVED);
    this.onMessage(message);
  }

  /** The browser has no network, which a socket notices late: it is tried anew at once, for a
   * server on this very device answers all the same. */
  #drop() {
    if (this.#socket !== null) this.#abandon(this.#socket);
  }

  #abandon(socket) {
    if (socket !== this.#socket) return;
    socket.close();
    this.#ended(socket, 1006); // close() alone waits for a peer that is not there
  }

  #ended(socket, code) {
    if (socket !== this.#socket || this.#closed) return;
    this.#socket = null;
    this.#quiet();
    if (code === Closed.DISPLACED) this.#stop(Status.DISPLACED);
    else if (code === Closed.RENEWED) this.#stop(Status.RENEWED);
    else if (code === Closed.MOVED) this.#stop(Status.MOVED);
    else if (code === Closed.BAD_TOKEN) this.#renew().then((ok) => ok && this.#again());
    else this.#again();
  }

  #again() {
    this.#setStatus(Status.LOST);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.connect(), pauseBefore(this.#attempt));
    this.#attempt += 1;
  }

  /** Fetch a fresh token; a refusal for good ends the story. */
  async #renew() {
    try {
      this.#token = await this.fetchToken();
      this.#tokenAt = Date.now();
    } catch (error) {
      if (error instanceof Denied) {
        this.#stop(error.status);
        return false;
      }
    }
    return true;
  }

  #wake() {
    if (this.#closed) return;
    this.clock.forget();
    if (this.live) FIRST_PINGS.forEach((pause) => this.#later(() => this.check(), pause));
    else if (this.#socket === null) {
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.connect(), Math.random() * FIRST_PAUSE);
    }
  }

  #later(action, pause) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, pause);
    this.#timers.add(timer);
  }

  #quiet() {
    clearInterval(this.#pingTimer);
    clearTimeout(this.#waiting);
    this.#waiting = 0;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #stop(status) {
    this.#closed = true;
    this.#quiet();
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#setStatus(status);
  }

  #setStatus(status) {
    if (status === this.status && status !== Status.LIVE) return;
    this.status = status;
    this.onStatus(status);
  }
}
