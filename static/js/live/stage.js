// What the tablets and the public screen show, as a function of the state and the clock. Pure.

import { Phase } from "./clock.js";

export const Stage = Object.freeze({
  /** No game, or this table takes no part in it. */
  NONE: "none",
  /** Before the start, or before the first letters. */
  WAITING: "waiting",
  ANNOUNCED: "announced",
  OPEN: "open",
  /** After the bell, before the top. */
  OVER: "over",
  REVEALED: "revealed",
  CANCELLED: "cancelled",
  INTERRUPTED: "interrupted",
  FINISHED: "finished",
  VOID: "void",
});

const BY_GAME = {
  draft: Stage.WAITING,
  ready: Stage.WAITING,
  interrupted: Stage.INTERRUPTED,
  finished: Stage.FINISHED,
  void: Stage.VOID,
};

const BY_TURN = {
  drawn: Stage.WAITING,
  announced: Stage.ANNOUNCED,
  open: Stage.OPEN,
  closed: Stage.OVER,
  revealed: Stage.REVEALED,
  done: Stage.REVEALED,
  cancelled: Stage.CANCELLED,
};

export function stageOf(state, clockPhase) {
  if (!state) return Stage.NONE;
  if (state.game.state in BY_GAME) return BY_GAME[state.game.state];
  if (!state.turn) return Stage.WAITING;
  const stage = BY_TURN[state.turn.state];
  return stage === Stage.OPEN && clockPhase === Phase.OVER ? Stage.OVER : stage;
}

/** The letters of `turn`, those kept first; none once it is cancelled (3.6). No letter of them is
 * new when the bag is empty. */
export const lettersOf = (turn) => (turn ? turn.kept + turn.drawn : "");

/** The turn whose top and results are shown: the room's; of a game that is over the last one placed,
 * also when another one was cancelled after it. */
export function shownTurnOf(state, stage) {
  if (state?.turn?.top) return state.turn;
  const number = Math.max(0, ...Object.keys(state?.history ?? {}).map(Number));
  if (stage !== Stage.FINISHED || !number) return null;
  return { number, top: { ...state.history[number], formed: [] } };
}

/** The turn of the history with the highest number: its word was the last one placed. */
export function lastMove(history) {
  const numbers = Object.keys(history).map(Number);
  return numbers.length ? history[Math.max(...numbers)] : null;
}
