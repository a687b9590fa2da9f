// The player's order of a rack. Pure.

import { JOKER } from "../notation.js";

function hasSameLetters(order, letters) {
  return [...order].sort().join("") === [...letters].sort().join("");
}

/** Return `order` if it has the same letters, else the letters as announced. */
export function keepOrder(order, letters) {
  return order && hasSameLetters(order, letters) ? [...order] : [...letters];
}

/** Sort alphabetically, jokers last (3.1). */
export function sortLetters(letters) {
  const getRank = (letter) => (letter === JOKER ? "~" : letter);
  return [...letters].sort((a, b) => (getRank(a) < getRank(b) ? -1 : Number(getRank(a) > getRank(b))));
}

export function shuffleLetters(letters, random = Math.random) {
  const order = [...letters];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

export function moveLetter(letters, fromIndex, toIndex) {
  const order = [...letters];
  const [letter] = order.splice(fromIndex, 1);
  order.splice(Math.max(0, Math.min(toIndex, order.length)), 0, letter);
  return order;
}

export function swapLetters(letters, first, second) {
  const order = [...letters];
  [order[first], order[second]] = [order[second], order[first]];
  return order;
}
