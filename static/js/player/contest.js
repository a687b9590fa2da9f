// On a tablet: whether its table plays the mort subite or watches it, and who is still in.

import { by, create, setText } from "../dom.js";
import { fieldList, leftText, ownText, watches } from "../live/contest.js";

export class ContestView {
  #drawn = "";

  show(state) {
    const text = ownText(state);
    by("contest").hidden = text === null;
    const before = document.body.hasAttribute("data-watches");
    document.body.toggleAttribute("data-watches", watches(state));
    if (text === null) return;
    // Who watches has nothing else to look at; who plays opens the list if he likes.
    if (watches(state) && !before) by("contest-who").open = true;
    setText(by("contest-own"), text);
    setText(by("contest-left"), leftText(state.field));
    const list = fieldList(state.field);
    if (list.outerHTML === this.#drawn) return;
    this.#drawn = list.outerHTML;
    by("contest-list").replaceChildren(list);
  }
}
