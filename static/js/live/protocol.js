// What tournament/live lays down and no page carries; tests compare the two. Pure.

/** Codes with which the server closes a socket for good, or until there is another token. */
export const Closed = Object.freeze({
  DISPLACED: 4009,
  RENEWED: 4010,
  MOVED: 4011,
  BAD_TOKEN: 4401,
});

/** For how long a token opens a socket, in milliseconds. */
export const TOKEN_LIFE = 15 * 60_000;

/** Parts of the state that are maps, merged key by key. */
export const MERGED = new Set(["history", "results", "slips"]);

/** Fields of a message that are not parts of the state. */
export const ENVELOPE = new Set(["type", "kind", "game_id", "seq", "prev", "now"]);
