// The stage that tablets and the public screen show, from the state and the clock. Pure.

import { Phase } from "./clock.js";

export const Stage = Object.freeze({
  /** No game, or one without this table. */
  NONE: "none",
  /** Before the start, or before the first letters. */
  WAITING: "waiting",
  ANNOUNCED: "announced",
  OPEN: "open",
  /** After the end of the time, before the top. */
  OVER: "over",
  REVEALED: "revealed",
  CANCELLED: "cancelled",
  INTERRUPTED: "interrupted",
  FINISHED: "finished",
  VOID: "void",
});

const STAGES_BY_GAME_STATE = {
  draft: Stage.WAITING,
  ready: Stage.WAITING,
  interrupted: Stage.INTERRUPTED,
  finished: Stage.FINISHED,
  void: Stage.VOID,
};

const STAGES_BY_TURN_STATE = {
  drawn: Stage.WAITING,
  announced: Stage.ANNOUNCED,
  open: Stage.OPEN,
  closed: Stage.OVER,
  revealed: Stage.REVEALED,
  done: Stage.REVEALED,
  cancelled: Stage.CANCELLED,
};

export function getStage(state, clockPhase) {
  if (!state) return Stage.NONE;
  if (state.game.state in STAGES_BY_GAME_STATE) return STAGES_BY_GAME_STATE[state.game.state];
  if (!state.turn) return Stage.WAITING;
  const stage = STAGES_BY_TURN_STATE[state.turn.state];
  return stage === Stage.OPEN && clockPhase === Phase.OVER ? Stage.OVER : stage;
}

/** Return the letters of `turn`, those kept first; "" once it is cancelled (3.6). With an empty bag none
 * is new. */
export const getRack = (turn) => (turn ? turn.kept + turn.drawn : "");

/** Return the turn whose top and results are shown: the current one; of a finished game the last one
 * with a top, even if a cancelled one came after it. */
export function getShownTurn(state, stage) {
  if (state?.turn?.top) return state.turn;
  const number = Math.max(0, ...Object.keys(state?.history ?? {}).map(Number));
  if (stage !== Stage.FINISHED || !number) return null;
  return { number, top: { ...state.history[number], formed: [] } };
}

/** Return the move of the turn with the highest number; null without any. */
export function findLastMove(history) {
  const numbers = Object.keys(history).map(Number);
  return numbers.length ? history[Math.max(...numbers)] : null;
}
