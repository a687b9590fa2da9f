// A part of the page that the server draws and that follows a room beside the big one (a match, a
// topping, a round): [data-beside] carries the token, htmx asks for it anew (its event "live") when
// there are news, and the answer brings a fresh token. #connection says whether it still follows.

import { onFailure } from "../components/outage.js";
import { gettext } from "../i18n.js";
import { setText } from "../words.js";
import { ServerClock } from "./clock.js";
import { holdWhilePressed } from "./press.js";
import { LiveSocket, Status } from "./socket.js";

/** After a request that failed, in milliseconds. */
const RETRY = 3000;
/** A part that does not come does not hold back a socket with the token at hand. */
const TOKEN_WITHIN = 8000;

const CONNECTION = {
  [Status.CONNECTING]: ["", () => gettext("connexion…")],
  [Status.LIVE]: ["good", () => gettext("en direct")],
};

export class BesidePart {
  /** News came while the part was on its way: it is asked for once more. */
  #behind = false;
  /** The part whose answer is awaited; one that a command has replaced meanwhile awaits none. */
  #asked = null;
  /** Commands on their way whose answers replace the part. */
  #commands = 0;

  /** @param {{onStatus?: (status: string) => void}} options `onStatus` after #connection says it */
  constructor({ onStatus = () => {} } = {}) {
    this.clock = new ServerClock();
    this.onStatus = onStatus;
    this.socket = new LiveSocket({
      at: "live/beside/v1",
      token: this.#part.dataset.beside,
      fetchToken: () => this.#fresh(),
      clock: this.clock,
      onMessage: ({ type }) => {
        if (type === "beside") this.ask();
      },
      onStatus: (status) => this.#show(status),
    });
    document.addEventListener("htmx:beforeRequest", (event) => {
      if (event.detail.elt === this.#part) this.#asked = this.#part;
    });
    document.addEventListener("htmx:afterSettle", (event) => {
      if (event.target.matches("[data-beside]")) this.#settled();
    });
    this.#awaitCommands();
    holdWhilePressed({
      isPart: (elt) => elt.matches("[data-beside]"),
      onHeld: () => { this.#asked = null; },
      ask: () => this.ask(),
    });
    onFailure(() => {
      this.#asked = null;
      setTimeout(() => this.ask(), RETRY);
    });
  }

  start() {
    this.socket.connect();
  }

  /** Ask for the part, once more if it or a command's answer is on its way already. */
  ask() {
    if (this.#commands || this.#asked?.isConnected) this.#behind = true;
    else window.htmx.trigger(this.#part, "live");
  }

  get #part() {
    return document.querySelector("[data-beside]");
  }

  /** While a command is on its way, no other answer replaces the part: htmx would drop the command's. */
  #awaitCommands() {
    const replacesPart = ({ target }) => target.matches("[data-beside]");
    const isCommand = (detail) => detail.requestConfig.verb !== "get" && replacesPart(detail);
    document.addEventListener("htmx:beforeSend", ({ detail }) => {
      if (isCommand(detail)) this.#commands += 1;
    });
    document.addEventListener("htmx:afterRequest", ({ detail }) => {
      if (!isCommand(detail)) return;
      this.#commands -= 1;
      if (!detail.successful) this.#settled();
    });
    document.addEventListener("htmx:beforeSwap", ({ detail }) => {
      if (!this.#commands || detail.requestConfig.verb !== "get" || !replacesPart(detail)) return;
      detail.shouldSwap = false;
      this.#asked = null;
      this.#behind = true;
    });
  }

  #settled() {
    this.#asked = null;
    if (!this.#behind || this.#commands) return;
    this.#behind = false;
    this.ask();
  }

  /** The token of the part as the server draws it now. */
  #fresh() {
    return new Promise((resolve) => {
      const done = () => {
        document.removeEventListener("htmx:afterSettle", done);
        resolve(this.#part.dataset.beside);
      };
      document.addEventListener("htmx:afterSettle", done);
      setTimeout(done, TOKEN_WITHIN);
      this.ask();
    });
  }

  #show(status) {
    const badge = document.getElementById("connection");
    const [kind, text] = CONNECTION[status] ?? ["bad", () => gettext("hors ligne : la page ne suit plus")];
    if (badge) {
      badge.classList.remove("good", "bad");
      if (kind) badge.classList.add(kind);
      setText(badge, text());
    }
    this.onStatus(status);
  }
}
