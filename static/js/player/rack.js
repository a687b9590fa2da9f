// The order of a player's own letters. Pure.

import { JOKER } from "../notation.js";

/** @returns {boolean} whether `order` holds exactly the letters of `letters` */
function sameLetters(order, letters) {
  return [...order].sort().join("") === [...letters].sort().join("");
}

/** The player's own order while the letters are the same, otherwise the order they were called. */
export function ownOrder(order, letters) {
  return order && sameLetters(order, letters) ? [...order] : [...letters];
}

/** Alphabetical, jokers last (3.1). */
export function sorted(letters) {
  const rank = (letter) => (letter === JOKER ? "~" : letter);
  return [...letters].sort((a, b) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))));
}

export function shuffled(letters, random = Math.random) {
  const order = [...letters];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

export function moved(letters, from, to) {
  const order = [...letters];
  const [letter] = order.splice(from, 1);
  order.splice(Math.max(0, Math.min(to, order.length)), 0, letter);
  return order;
}

export function swapped(letters, a, b) {
  const order = [...letters];
  [order[a], order[b]] = [order[b], order[a]];
  return order;
}
