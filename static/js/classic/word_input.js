// The word of the text field on the pages of a match. Pure.

import { extractLetters } from "../folding.js";
import { JOKER } from "../notation.js";

/** Return the letters A to Z and the signs of jokers of `text`. */
export const extractLettersAndJokers = (text) =>
  text.split(JOKER).map(extractLetters).join(JOKER);

/** Return "MAiSON" for "MA?ISON": the letter after the sign is a joker's. */
export const parseWord = (text) =>
  extractLettersAndJokers(text)
    .replace(/\?+([A-Z])/g, (_, letter) => letter.toLowerCase())
    .replaceAll(JOKER, "");
