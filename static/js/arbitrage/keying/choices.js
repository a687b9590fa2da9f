// The bulletins that the typed line may mean, as a list to choose from with the arrows: a combobox (ARIA).

import { createBulletinNode } from "../../bulletin/bulletin_nodes.js";
import { createElement } from "../../dom.js";
import { gettext } from "../../i18n.js";
import { createTypedNode } from "./bulletins.js";
import { WRONG_SCORE_KEYS } from "./line_parser.js";

export class ChoiceList {
  #choices = [];
  #index = 0;

  /**
   * @param {{field: HTMLInputElement, list: Element, states: object,
   *   onChosen: (bulletin: object) => void}} options
   */
  constructor({ field, list, states, onChosen }) {
    Object.assign(this, { field, list, states, onChosen });
    list.addEventListener("mousedown", (event) => {
      const item = event.target.closest("li");
      event.preventDefault(); // the focus stays in the line
      if (item) this.choose(Number(item.dataset.index));
    });
  }

  get isOpen() {
    return this.#choices.length > 0;
  }

  /**
   * @param {Array<{bulletin: object, move?: Array}>} choices
   * @param {boolean} isFirstMarked Enter then takes the first; else a choice must be marked first
   */
  show(choices, isFirstMarked = true) {
    this.#choices = choices;
    this.#index = isFirstMarked ? 0 : -1;
    this.list.replaceChildren(...choices.map((choice, i) => this.#createItem(choice, i)));
    this.field.setAttribute("aria-expanded", this.isOpen);
    this.#markCurrent();
  }

  move(offset) {
    const count = this.#choices.length;
    if (count) this.#index = (Math.max(this.#index, offset > 0 ? -1 : 0) + offset + count) % count;
    this.#markCurrent();
  }

  /** Choose the marked bulletin, or the one at `i`. @returns {boolean} false if there is none */
  choose(i = this.#index) {
    const choice = this.#choices[i];
    if (choice) this.onChosen(choice.bulletin);
    return Boolean(choice);
  }

  /** The first bulletin if its score is wrong, else null. */
  get wrongScore() {
    const [first] = this.#choices;
    return first?.isWrongScore ? first.bulletin : null;
  }

  #createItem({ bulletin, move, isWrongScore }, i) {
    const item = createElement("li", "choice");
    item.id = `choice-${i}`;
    item.dataset.index = i;
    item.setAttribute("role", "option");
    const isReadable = bulletin.state === "ok";
    item.append(isReadable ? createBulletinNode(bulletin) : createTypedNode(bulletin, this.states));
    if (!move) item.append(" ", createElement("span", "soft", gettext("comme c’est écrit")));
    if (isWrongScore && i === 0) item.append(" ", createElement("kbd", "", WRONG_SCORE_KEYS[0]));
    return item;
  }

  #markCurrent() {
    for (const [i, item] of [...this.list.children].entries()) {
      item.setAttribute("aria-selected", i === this.#index);
    }
    this.list.children[this.#index]?.scrollIntoView({ block: "nearest" });
    if (this.#index in this.#choices) {
      this.field.setAttribute("aria-activedescendant", `choice-${this.#index}`);
    } else this.field.removeAttribute("aria-activedescendant");
  }
}
