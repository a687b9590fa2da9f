// A WebSocket that reconnects: it connects with a signed token, retries after jittered pauses, measures
// the server's clock and notices a lost network. It knows nothing of games.

import { CloseCode, TOKEN_MAX_AGE } from "./protocol.js";

export const Status = Object.freeze({
  CONNECTING: "connecting",
  LIVE: "live",
  LOST: "lost",
  /** Another device has opened the table. */
  DISPLACED: "displaced",
  /** The organiser has renewed the link of the table. */
  RENEWED: "renewed",
  /** Another entry has been seated at the table. */
  MOVED: "moved",
  /** The link or cookie is no longer valid: no token. */
  DENIED: "denied",
});

const FIRST_PAUSE = 500;
const MAX_PAUSE = 8000;
const PING_INTERVAL = 20_000;
const PONG_TIMEOUT = 6000;
/** Pings after connecting, to measure the clock (ms). */
const FIRST_PING_DELAYS = [0, 400, 900, 1600];
/** The first message of a server that accepts the connection. */
const FIRST_MESSAGES = new Set(["snapshot", "beside"]);
/** Age at which a token is renewed, well before it expires. */
const RENEWAL_AGE = 0.6 * TOKEN_MAX_AGE;

/** Return half to whole of an exponentially growing pause: a full room must not reconnect at once. */
function choosePause(attempt, random = Math.random) {
  const longest = Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** attempt);
  return longest / 2 + (random() * longest) / 2;
}

/** Thrown by `requestToken` if the server will never give one; `status` is the one to show. */
class DeniedError extends Error {
  constructor(status) {
    super(status);
    this.status = status;
  }
}

/** Fetch a new token from `address`. Throws DeniedError. */
export async function requestToken(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  // after a sign-out the server redirects to the sign-in page
  const isRefused = response.redirected || [401, 403, 404, 410].includes(response.status);
  if (isRefused) throw new DeniedError(Status.DENIED);
  if (response.status === 409) throw new DeniedError(Status.MOVED);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()).token;
}

export class LiveSocket {
  #socket = null;
  #token;
  #tokenFetchedAt = Date.now();
  #attempt = 0;
  #timers = new Set();
  #retryTimer = 0;
  #pingTimer = 0;
  #pongTimer = 0;
  #isStopped = false;

  /**
   * @param {{path?: string, token: string, fetchToken: () => Promise<string>, clock: ServerClock,
   *   onMessage: (message: object) => void, onStatus: (status: string) => void}} options
   */
  constructor({ path = "live/v1", token, fetchToken, clock, onMessage, onStatus }) {
    Object.assign(this, { path, fetchToken, clock, onMessage, onStatus });
    this.#token = token;
    this.status = Status.CONNECTING;
    window.addEventListener("online", () => this.#resume());
    window.addEventListener("offline", () => this.#abandonCurrent());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      if (!navigator.onLine) this.#abandonCurrent();
      this.#resume();
    });
  }

  get isLive() {
    return this.status === Status.LIVE;
  }

  connect() {
    clearTimeout(this.#retryTimer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/${this.path}/${this.#token}/`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#handleOpen(socket));
    socket.addEventListener("message", (event) => this.#handleMessage(socket, event));
    socket.addEventListener("close", (event) => this.#handleClose(socket, event.code));
  }

  /** @returns {boolean} true if the message was given to the network; it may not arrive */
  send(message) {
    if (!this.isLive || this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Ping the server; without an answer in PONG_TIMEOUT the connection is abandoned. */
  checkConnection() {
    const socket = this.#socket;
    if (!this.send({ type: "ping", t: this.clock.localNow() }) || this.#pongTimer) return;
    this.#pongTimer = setTimeout(() => this.#abandon(socket), PONG_TIMEOUT);
  }

  #handleOpen(socket) {
    if (socket !== this.#socket) return;
    this.#setStatus(Status.LIVE);
    this.#schedulePings();
    this.#pingTimer = setInterval(() => this.#pingAndRenewToken(), PING_INTERVAL);
  }

  #schedulePings() {
    for (const delay of FIRST_PING_DELAYS) this.#schedule(() => this.checkConnection(), delay);
  }

  #pingAndRenewToken() {
    this.checkConnection();
    if (Date.now() - this.#tokenFetchedAt > RENEWAL_AGE * (1 + Math.random() / 4)) this.#renewToken();
  }

  #handleMessage(socket, event) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#pongTimer);
    this.#pongTimer = 0;
    const message = JSON.parse(event.data);
    if (message.type === "pong") this.clock.addSample(message.t, this.clock.localNow(), message.now);
    if (FIRST_MESSAGES.has(message.type)) this.#attempt = 0;
    if (message.type === "displaced") this.#stop(Status.DISPLACED);
    if (message.type === "renewed") this.#stop(Status.RENEWED);
    if (message.type === "moved") this.#stop(Status.MOVED);
    this.onMessage(message);
  }

  /** Reconnect as soon as the browser has lost the network, which a socket notices late; a server on
   * this device still answers. */
  #abandonCurrent() {
    if (this.#socket !== null) this.#abandon(this.#socket);
  }

  #abandon(socket) {
    if (socket !== this.#socket) return;
    socket.close();
    this.#handleClose(socket, 1006); // close() alone would wait for the lost server
  }

  #handleClose(socket, code) {
    if (socket !== this.#socket || this.#isStopped) return;
    this.#socket = null;
    this.#clearTimers();
    if (code === CloseCode.DISPLACED) this.#stop(Status.DISPLACED);
    else if (code === CloseCode.RENEWED) this.#stop(Status.RENEWED);
    else if (code === CloseCode.MOVED) this.#stop(Status.MOVED);
    else if (code === CloseCode.BAD_TOKEN) this.#renewTokenAndReconnect();
    else this.#scheduleReconnection();
  }

  async #renewTokenAndReconnect() {
    if (await this.#renewToken()) this.#scheduleReconnection();
  }

  #scheduleReconnection() {
    this.#setStatus(Status.LOST);
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.connect(), choosePause(this.#attempt));
    this.#attempt += 1;
  }

  /** @returns {Promise<boolean>} false if the server refused for good and the socket was stopped */
  async #renewToken() {
    try {
      this.#token = await this.fetchToken();
      this.#tokenFetchedAt = Date.now();
    } catch (error) {
      if (error instanceof DeniedError) {
        this.#stop(error.status);
        return false;
      }
    }
    return true;
  }

  #resume() {
    if (this.#isStopped) return;
    this.clock.clearSamples();
    if (this.isLive) this.#schedulePings();
    else if (this.#socket === null) {
      clearTimeout(this.#retryTimer);
      this.#retryTimer = setTimeout(() => this.connect(), Math.random() * FIRST_PAUSE);
    }
  }

  #schedule(action, delay) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, delay);
    this.#timers.add(timer);
  }

  #clearTimers() {
    clearInterval(this.#pingTimer);
    clearTimeout(this.#pongTimer);
    this.#pongTimer = 0;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #stop(status) {
    this.#isStopped = true;
    this.#clearTimers();
    clearTimeout(this.#retryTimer);
    this.#socket?.close();
    this.#setStatus(status);
  }

  #setStatus(status) {
    if (status === this.status && status !== Status.LIVE) return;
    this.status = status;
    this.onStatus(status);
  }
}
