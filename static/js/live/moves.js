// A move as it is announced (3.4): word, place, score, other words that it forms.

import { createElement } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { createWordNode } from "../words.js";

export const formatPoints = (count) =>
  interpolate(ngettext("%(count)s point", "%(count)s points", count), { count });

export const formatArticle = (number) =>
  number ? interpolate(gettext("article %(number)s"), { number }) : "";

/** Return "AHURIE 8A, 24 points", as it is read out. */
export const describeMove = ({ word, ref, score }) => `${word.toUpperCase()} ${ref}, ${formatPoints(score)}`;

export function createMoveNode({ word, ref, score }) {
  const node = createElement("p", "move");
  node.append(createWordNode(word), " ", createElement("span", "ref", ref));
  node.append(createElement("span", "move-score num", formatPoints(score)));
  return node;
}

export function createTopNodes(top) {
  const nodes = [createMoveNode(top)];
  if (top.formed.length) {
    const line = createElement("p", "formed soft", `${gettext("En passant :")} `);
    top.formed.forEach((word, i) => line.append(i ? ", " : "", createWordNode(word)));
    nodes.push(line);
  }
  return nodes;
}
