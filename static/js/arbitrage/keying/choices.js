// What the typed line may mean, as a list to choose from with the arrows: a combobox (ARIA).

import { bulletinNode } from "../../bulletin/read_only.js";
import { create } from "../../dom.js";
import { gettext } from "../../i18n.js";
import { typedNode } from "./bulletins.js";

export class Choices {
  #found = [];
  #at = 0;

  /** @param {{field: HTMLInputElement, list: Element, states: object, onChosen: (bulletin: object) => void}} options */
  constructor({ field, list, states, onChosen }) {
    Object.assign(this, { field, list, states, onChosen });
    list.addEventListener("mousedown", (event) => {
      const item = event.target.closest("li");
      event.preventDefault(); // the focus stays in the line
      if (item) this.choose(Number(item.dataset.at));
    });
  }

  get open() {
    return this.#found.length > 0;
  }

  /**
   * @param {Array<{bulletin: object, move?: Array}>} found
   * @param {boolean} marked the first one is taken by Enter; else one must be chosen
   */
  show(found, marked = true) {
    this.#found = found;
    this.#at = marked ? 0 : -1;
    this.list.replaceChildren(...found.map((one, i) => this.#item(one, i)));
    this.field.setAttribute("aria-expanded", this.open);
    this.#mark();
  }

  move(by) {
    const count = this.#found.length;
    if (count) this.#at = (Math.max(this.#at, by > 0 ? -1 : 0) + by + count) % count;
    this.#mark();
  }

  /** Choose the one marked, or that at `i`; false when there is none. */
  choose(i = this.#at) {
    const one = this.#found[i];
    if (one) this.onChosen(one.bulletin);
    return Boolean(one);
  }

  #item({ bulletin, move }, i) {
    const item = create("li", "choice");
    item.id = `choice-${i}`;
    item.dataset.at = i;
    item.setAttribute("role", "option");
    item.append(bulletin.state === "ok" ? bulletinNode(bulletin) : typedNode(bulletin, this.states));
    if (!move) item.append(" ", create("span", "soft", gettext("comme c’est écrit")));
    return item;
  }

  #mark() {
    for (const [i, item] of [...this.list.children].entries()) {
      item.setAttribute("aria-selected", i === this.#at);
    }
    this.list.children[this.#at]?.scrollIntoView({ block: "nearest" });
    if (this.#at in this.#found) this.field.setAttribute("aria-activedescendant", `choice-${this.#at}`);
    else this.field.removeAttribute("aria-activedescendant");
  }
}
