// Constants of tournament/live and tournament/protocol that do not come with the page; tests compare
// them. Pure.

/** Codes with which the server closes a socket. */
export const CloseCode = Object.freeze({
  DISPLACED: 4009,
  RENEWED: 4010,
  MOVED: 4011,
  BAD_TOKEN: 4401,
});

/** Validity of a token, in milliseconds. */
export const TOKEN_MAX_AGE = 15 * 60_000;

/** Parts of the state that are maps, merged key by key. */
export const MERGED_PARTS = new Set(["history", "results", "slips"]);

/** Fields of a message that are not parts of the state. */
export const ENVELOPE_FIELDS = new Set(["type", "kind", "game_id", "seq", "prev", "now"]);
