// How a browser's state follows from a snapshot and events: the same reducer as
// tests/reducer.py, tested on the same samples (tests/live_samples). Pure.

import { ENVELOPE, MERGED } from "./protocol.js";

/** Events were missed: only a fresh snapshot helps. */
export class Gap extends Error {}

function merge(old, changes) {
  const joined = Object.entries({ ...old, ...changes });
  return Object.fromEntries(joined.filter(([, value]) => value !== null));
}

function fold(state, message) {
  const next = { ...state };
  for (const [name, value] of Object.entries(message)) {
    if (ENVELOPE.has(name)) continue;
    next[name] = MERGED.has(name) ? merge(state[name] ?? {}, value) : value;
  }
  return next;
}

function hold(state, message) {
  if (state.turn?.ordinal !== message.turn) return state;
  const tables = new Set([...state.holding, ...message.tables]);
  return { ...state, holding: [...tables].sort((a, b) => a - b) };
}

/** Whether the server knows that this slip was on the screen; one it does not have stays as it is. */
function receive(state, { uid, known }) {
  if (!known) return state;
  const slips = Object.entries(state.slips ?? {}).map(([turn, slip]) => [
    turn,
    slip.uid === uid ? { ...slip, shown: true } : slip,
  ]);
  return { ...state, slips: Object.fromEntries(slips) };
}

/**
 * What a browser that holds `held` holds after reading `message`.
 *
 * @param {{seq: number, state: object | null}} held
 * @throws {Gap} when events were missed
 */
export function apply(held, message) {
  const { seq, state } = held;
  if (message.type === "snapshot") return { seq: message.seq, state: message.state };
  if (message.type === "receipt" && state) return { seq, state: receive(state, message) };
  if (message.type === "told" && state !== null) {
    return { seq, state: { ...state, news: Math.max(state.news ?? 0, message.news) } };
  }
  if (!["event", "mine", "holding"].includes(message.type)) return held;
  // What concerns another game passes by; a resync tells when the room turns to it.
  if (state === null || message.game_id !== state.game.id) return held;
  if (message.type === "holding") return { seq, state: hold(state, message) };
  if (message.type === "mine") {
    return message.seq >= seq ? { seq, state: fold(state, message) } : held;
  }
  if (message.seq <= seq) return held;
  if (message.prev !== seq) throw new Gap();
  return { seq: message.seq, state: fold(state, message) };
}
