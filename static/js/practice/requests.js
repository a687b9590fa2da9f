// Requests of a game played alone: one at a time, each answered by the state or by a sentence.

import { gettext } from "../i18n.js";

export class PracticeRequests {
  #isBusy = false;

  /** @param {{url: string, getCsrfToken: () => string, clock: ServerClock}} options */
  constructor({ url, getCsrfToken, clock }) {
    Object.assign(this, { url, getCsrfToken, clock });
  }

  get isBusy() {
    return this.#isBusy;
  }

  /** @returns {Promise<{token?: string, view?: object, problem?: string}>} */
  async send(message) {
    this.#isBusy = true;
    const sentAt = this.clock.localNow();
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.getCsrfToken() },
        body: JSON.stringify(message),
      });
      const answer = await response.json();
      if (answer.view) this.clock.addSample(sentAt, this.clock.localNow(), answer.view.now);
      return answer;
    } catch {
      return { problem: gettext("Pas de réponse du serveur. Ce que vous avez écrit est là : réessayez.") };
    } finally {
      this.#isBusy = false;
    }
  }
}
