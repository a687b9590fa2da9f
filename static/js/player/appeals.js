// One's own cases before the commission: what may be contested, until when, where each stands. The
// server writes the parts; they are asked for when the dialog opens, and when there is news.

import { create, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { formatRemaining } from "../live/clock.js";

const ONE_SECOND = 1000;

export class AppealsView {
  #news = 0;
  #ticking = 0;

  /**
   * @param {{url: string, entry: number, csrf: () => string, now: () => number}} options
   *   `now` is the server's time in milliseconds
   */
  constructor({ url, entry, csrf, now }) {
    Object.assign(this, { url, csrf, now, key: `news:${entry}` });
    this.dialog = document.getElementById("appeals");
    this.body = document.getElementById("appeals-body");
    this.badge = document.getElementById("appeals-new");
    document.getElementById("appeals-open").addEventListener("click", () => this.#open());
    document.getElementById("appeals-close").addEventListener("click", () => this.dialog.close());
    this.body.addEventListener("submit", (event) => this.#submit(event));
    this.dialog.addEventListener("close", () => clearInterval(this.#ticking));
  }

  /** `news` of the state: another number than the one seen means that there is something new. */
  show(news) {
    if (news === this.#news) return;
    this.#news = news;
    if (this.dialog.open) this.#refresh();
    else this.badge.hidden = news <= this.#seen;
    if (!this.badge.hidden) {
      setText(document.getElementById("announce"), gettext("Du nouveau sur vos recours."));
    }
  }

  get #seen() {
    return Number(localStorage.getItem(this.key) ?? 0);
  }

  /** A turn begins: what is being written is there again when the dialog opens. */
  close() {
    this.dialog.close();
  }

  #open() {
    this.dialog.showModal();
    this.#ticking = setInterval(() => this.#tick(), ONE_SECOND);
    if (this.body.querySelector("textarea")?.value) this.#refresh();
    else this.#fill(this.url);
  }

  #mark() {
    localStorage.setItem(this.key, this.#news);
    this.badge.hidden = true;
  }

  async #fill(url, options = {}) {
    const text = await this.#ask(url, options);
    if (text === null) return;
    this.body.innerHTML = text;
    this.#mark();
    this.#tick();
    if (options.method) this.#land();
  }

  /** Where the answer stands: what was done, why not, or what lacks. */
  #land() {
    const told = this.body.querySelector(".alert, [aria-invalid=true], .errorlist");
    if (!told) return;
    if (!told.matches("input, textarea, select")) told.tabIndex = -1;
    told.focus();
  }

  /** Only the list: what is being written stays. */
  async #refresh() {
    const text = await this.#ask(this.url);
    if (text === null) return;
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("own-cases");
    const list = document.getElementById("own-cases");
    if (fresh && list) list.replaceWith(fresh);
    this.#mark();
  }

  async #ask(url, options = {}) {
    try {
      const response = await fetch(url, options);
      return await response.text();
    } catch {
      const text = gettext("Le serveur n’a pas répondu : essayez de nouveau.");
      const alert = create("div", "alert bad");
      alert.setAttribute("role", "alert");
      alert.append(create("p", "", text));
      this.body.prepend(alert);
      return null;
    }
  }

  #submit(event) {
    event.preventDefault();
    const form = event.target;
    const data = new FormData(form);
    const headers = { "X-CSRFToken": this.csrf() };
    this.#fill(form.action, { method: "POST", body: data, headers });
  }

  #tick() {
    const left = document.getElementById("appeal-left");
    if (left) setText(left, formatRemaining(Math.max(0, Number(left.dataset.until) - this.now())));
  }
}
