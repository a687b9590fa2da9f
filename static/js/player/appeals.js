// The dialog of the entry's own cases before the commission: what may be contested, until when, and the
// state of each case. The server draws its content, fetched when the dialog opens and after news.

import { createElement, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { formatRemaining } from "../live/clock.js";

const ONE_SECOND = 1000;

export class AppealsView {
  #news = 0;
  #tickTimer = 0;

  /**
   * @param {{url: string, entry: number, getCsrfToken: () => string,
   *   getServerTime: () => number}} options times are in milliseconds
   */
  constructor({ url, entry, getCsrfToken, getServerTime }) {
    Object.assign(this, { url, getCsrfToken, getServerTime, key: `news:${entry}` });
    this.dialog = document.getElementById("appeals");
    this.body = document.getElementById("appeals-body");
    this.badge = document.getElementById("appeals-new");
    document.getElementById("appeals-open").addEventListener("click", () => this.#open());
    document.getElementById("appeals-close").addEventListener("click", () => this.dialog.close());
    this.body.addEventListener("submit", (event) => this.#submit(event));
    this.dialog.addEventListener("close", () => clearInterval(this.#tickTimer));
  }

  /** @param {number} news number of the latest news; a badge is shown until the dialog was opened */
  show(news) {
    if (news === this.#news) return;
    this.#news = news;
    if (this.dialog.open) this.#refresh();
    else this.badge.hidden = news <= this.#seenNews;
    if (!this.badge.hidden) {
      setText(document.getElementById("announce"), gettext("Du nouveau sur vos recours."));
    }
  }

  get #seenNews() {
    return Number(localStorage.getItem(this.key) ?? 0);
  }

  /** Close the dialog for a turn; typed text is still there when it opens again. */
  close() {
    this.dialog.close();
  }

  #open() {
    this.dialog.showModal();
    this.#tickTimer = setInterval(() => this.#showTimeLeft(), ONE_SECOND);
    if (this.body.querySelector("textarea")?.value) this.#refresh();
    else this.#load(this.url);
  }

  #markSeen() {
    localStorage.setItem(this.key, this.#news);
    this.badge.hidden = true;
  }

  async #load(url, options = {}) {
    const html = await this.#fetchHtml(url, options);
    if (html === null) return;
    this.body.innerHTML = html;
    this.#markSeen();
    this.#showTimeLeft();
    if (options.method) this.#focusResult();
  }

  /** Focus the alert or the invalid field of the answer. */
  #focusResult() {
    const result = this.body.querySelector(".alert, [aria-invalid=true], .errorlist");
    if (!result) return;
    if (!result.matches("input, textarea, select")) result.tabIndex = -1;
    result.focus();
  }

  /** Replace only the list; typed text stays. */
  async #refresh() {
    const html = await this.#fetchHtml(this.url);
    if (html === null) return;
    const newList = new DOMParser().parseFromString(html, "text/html").getElementById("own-cases");
    const list = document.getElementById("own-cases");
    if (newList && list) list.replaceWith(newList);
    this.#markSeen();
  }

  async #fetchHtml(url, options = {}) {
    try {
      const response = await fetch(url, options);
      return await response.text();
    } catch {
      const text = gettext("Le serveur n’a pas répondu : essayez de nouveau.");
      const alert = createElement("div", "alert bad");
      alert.setAttribute("role", "alert");
      alert.append(createElement("p", "", text));
      this.body.prepend(alert);
      return null;
    }
  }

  #submit(event) {
    event.preventDefault();
    const form = event.target;
    const data = new FormData(form);
    const headers = { "X-CSRFToken": this.getCsrfToken() };
    this.#load(form.action, { method: "POST", body: data, headers });
  }

  #showTimeLeft() {
    const timeElement = document.getElementById("appeal-left");
    if (!timeElement) return;
    const left = Number(timeElement.dataset.until) - this.getServerTime();
    setText(timeElement, formatRemaining(Math.max(0, left)));
  }
}
