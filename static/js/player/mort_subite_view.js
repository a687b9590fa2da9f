// The tablet's view of a mort subite: whether its table plays or watches, and who is still in.

import { getElement, setText } from "../dom.js";
import {
  createContenderList, formatContenderCount, formatOwnStanding, isWatching,
} from "../live/mort_subite.js";

export class MortSubiteView {
  #drawnHtml = "";

  show(state) {
    const text = formatOwnStanding(state);
    getElement("contest").hidden = text === null;
    const wasWatching = document.body.hasAttribute("data-watches");
    document.body.toggleAttribute("data-watches", isWatching(state));
    if (text === null) return;
    // The list is open for a table that watches, closed for one that plays.
    if (isWatching(state) && !wasWatching) getElement("contest-who").open = true;
    setText(getElement("contest-own"), text);
    setText(getElement("contest-left"), formatContenderCount(state.field));
    const list = createContenderList(state.field);
    if (list.outerHTML === this.#drawnHtml) return;
    this.#drawnHtml = list.outerHTML;
    getElement("contest-list").replaceChildren(list);
  }
}
