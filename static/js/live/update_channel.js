// The client of the update channel: a part of the page drawn by the server that is fetched again when
// its match, topping or round changes. [data-update-token] has the token, htmx fetches the part on the event
// "live", and the answer has a new token. #connection shows whether the channel is connected.

import { watchFailures } from "../components/outage.js";
import { setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { ServerClock } from "./clock.js";
import { CONNECTION_TEXTS } from "./connection_view.js";
import { delaySwapsWhilePressed } from "./swap_delay.js";
import { LiveSocket, Status } from "./socket.js";

/** Delay before a failed request is repeated, in milliseconds. */
const RETRY_PAUSE = 3000;
/** Maximal wait for a new token, in milliseconds; then the current one is used. */
const TOKEN_TIMEOUT = 8000;

export class UpdatedPart {
  /** An update came during a request: the part must be fetched once more. */
  #isOutdated = false;
  /** The part whose answer is pending; null if a command replaced it meanwhile. */
  #requested = null;
  /** Number of pending commands whose answers replace the part. */
  #pendingCommandCount = 0;

  /** Time of the last update, and the timer of one that waits. */
  #updatedAt = -Infinity;
  #updateTimer = 0;

  /**
   * @param {{onStatus?: (status: string) => void, pause?: number}} options ``onStatus`` is called after
   * #connection was updated; ``pause``: least time between two updates, in milliseconds
   */
  constructor({ onStatus = () => {}, pause = 0 } = {}) {
    this.pause = pause;
    this.clock = new ServerClock();
    this.onStatus = onStatus;
    this.socket = new LiveSocket({
      path: "live/beside/v1",
      token: this.#part.dataset.updateToken,
      fetchToken: () => this.#fetchToken(),
      clock: this.clock,
      onMessage: ({ type }) => {
        if (type === "beside") this.#update();
      },
      onStatus: (status) => this.#showConnection(status),
    });
    document.addEventListener("htmx:beforeRequest", (event) => {
      if (event.detail.elt === this.#part) this.#requested = this.#part;
    });
    document.addEventListener("htmx:afterSettle", (event) => {
      if (event.target.matches("[data-update-token]")) this.#endRequest();
    });
    document.addEventListener("htmx:afterRequest", ({ detail }) => {
      // The sentence of an error stands in the alerts: the part itself is not replaced.
      if (detail.elt === this.#part && detail.xhr.status >= 400) this.#requested = null;
    });
    this.#awaitCommands();
    delaySwapsWhilePressed({
      isPart: (elt) => elt.matches("[data-update-token]"),
      onDelayed: () => { this.#requested = null; },
      refresh: () => this.refresh(),
    });
    watchFailures(() => {
      this.#requested = null;
      setTimeout(() => this.refresh(), RETRY_PAUSE);
    });
  }

  start() {
    this.socket.connect();
  }

  /** Fetch the part; after a pending request or command it is fetched once more. */
  refresh() {
    if (this.#pendingCommandCount || this.#requested?.isConnected) this.#isOutdated = true;
    else window.htmx.trigger(this.#part, "live");
  }

  /** Fetch the part now, or after the pause since the last update. */
  #update() {
    const wait = this.#updatedAt + this.pause - performance.now();
    if (wait <= 0) {
      this.#updatedAt = performance.now();
      this.refresh();
    } else if (!this.#updateTimer) {
      this.#updateTimer = setTimeout(() => {
        this.#updateTimer = 0;
        this.#update();
      }, wait);
    }
  }

  get #part() {
    return document.querySelector("[data-update-token]");
  }

  /** During a command no other answer replaces the part: htmx would drop the command's answer. */
  #awaitCommands() {
    const replacesPart = ({ target }) => target.matches("[data-update-token]");
    const isCommand = (detail) => detail.requestConfig.verb !== "get" && replacesPart(detail);
    document.addEventListener("htmx:beforeSend", ({ detail }) => {
      if (isCommand(detail)) this.#pendingCommandCount += 1;
    });
    document.addEventListener("htmx:afterRequest", ({ detail }) => {
      if (!isCommand(detail)) return;
      this.#pendingCommandCount -= 1;
      if (!detail.successful) this.#endRequest();
    });
    document.addEventListener("htmx:beforeSwap", ({ detail }) => {
      if (!this.#pendingCommandCount || detail.requestConfig.verb !== "get" || !replacesPart(detail)) return;
      detail.shouldSwap = false;
      this.#requested = null;
      this.#isOutdated = true;
    });
  }

  #endRequest() {
    this.#requested = null;
    if (!this.#isOutdated || this.#pendingCommandCount) return;
    this.#isOutdated = false;
    this.refresh();
  }

  /** Return the token of the newly fetched part. */
  #fetchToken() {
    return new Promise((resolve) => {
      const finish = () => {
        document.removeEventListener("htmx:afterSettle", finish);
        resolve(this.#part.dataset.updateToken);
      };
      document.addEventListener("htmx:afterSettle", finish);
      setTimeout(finish, TOKEN_TIMEOUT);
      this.refresh();
    });
  }

  #showConnection(status) {
    const badge = document.getElementById("connection");
    const [kind, text] = CONNECTION_TEXTS[status] ??
      ["bad", () => gettext("hors ligne : la page ne suit plus")];
    if (badge) {
      badge.classList.remove("good", "bad");
      if (kind) badge.classList.add(kind);
      setText(badge, text());
    }
    this.onStatus(status);
  }
}
