// A move as it is announced (3.4): score, place, word, words made in passing.

import { create } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { wordNode } from "../words.js";

export const points = (count) =>
  interpolate(ngettext("%(count)s point", "%(count)s points", count), { count });

export const article = (number) =>
  number ? interpolate(gettext("article %(number)s"), { number }) : "";

/** The line of a move as it is announced (3.4): score, place, word. */
export function moveNode({ word, ref, score }) {
  const node = create("p", "move");
  node.append(wordNode(word), " ", create("span", "ref", ref));
  node.append(create("span", "move-score num", points(score)));
  return node;
}

export function topNodes(top) {
  const nodes = [moveNode(top)];
  if (top.formed.length) {
    const line = create("p", "formed soft", `${gettext("En passant :")} `);
    top.formed.forEach((word, i) => line.append(i ? ", " : "", wordNode(word)));
    nodes.push(line);
  }
  return nodes;
}
