// A word as it is written on the pages of a match. Pure.

import { lettersOf } from "../folding.js";
import { JOKER } from "../notation.js";

/** Letters A to Z and signs of jokers. */
export const lettersAndJokers = (text) =>
  text.split(JOKER).map(lettersOf).join(JOKER);

/** "MA?ISON": the letter after the sign is a joker's, in lower case in the word. */
export const wordFrom = (text) =>
  lettersAndJokers(text)
    .replace(/\?+([A-Z])/g, (_, letter) => letter.toLowerCase())
    .replaceAll(JOKER, "");
