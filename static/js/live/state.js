// The reducer of a browser's state from a snapshot and events: the same as tests/reducer.py, tested on
// the same samples (tests/live_samples). Pure.

import { ENVELOPE_FIELDS, MERGED_PARTS } from "./protocol.js";

/** Events were missed: a new snapshot is needed. */
export class GapError extends Error {}

function merge(old, changes) {
  const merged = Object.entries({ ...old, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

function mergeParts(state, message) {
  const newState = { ...state };
  for (const [name, value] of Object.entries(message)) {
    if (ENVELOPE_FIELDS.has(name)) continue;
    newState[name] = MERGED_PARTS.has(name) ? merge(state[name] ?? {}, value) : value;
  }
  return newState;
}

function addHandedInTables(state, message) {
  if (state.turn?.ordinal !== message.turn) return state;
  const tables = new Set([...state.holding, ...message.tables]);
  return { ...state, holding: [...tables].sort((a, b) => a - b) };
}

/** Mark a slip as shown if the server knows it. */
function markSlipShown(state, { uid, known }) {
  if (!known) return state;
  const slips = Object.entries(state.slips ?? {}).map(([turn, slip]) => [
    turn,
    slip.uid === uid ? { ...slip, shown: true } : slip,
  ]);
  return { ...state, slips: Object.fromEntries(slips) };
}

/**
 * Return the next {seq, state} of a browser with `current` that reads `message`.
 *
 * @param {{seq: number, state: object | null}} current
 * @throws {GapError} if events were missed
 */
export function applyMessage(current, message) {
  const { seq, state } = current;
  if (message.type === "snapshot") return { seq: message.seq, state: message.state };
  if (message.type === "receipt" && state) return { seq, state: markSlipShown(state, message) };
  if (message.type === "told" && state !== null) {
    return { seq, state: { ...state, news: Math.max(state.news ?? 0, message.news) } };
  }
  if (!["event", "mine", "holding"].includes(message.type)) return current;
  // A message of another game changes nothing; a resync announces another game.
  if (state === null || message.game_id !== state.game.id) return current;
  if (message.type === "holding") return { seq, state: addHandedInTables(state, message) };
  if (message.type === "mine") {
    return message.seq >= seq ? { seq, state: mergeParts(state, message) } : current;
  }
  if (message.seq <= seq) return current;
  if (message.prev !== seq) throw new GapError();
  return { seq: message.seq, state: mergeParts(state, message) };
}
