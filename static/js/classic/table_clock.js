// The clock of a table between two answers of the server, computed as in
// tournament/classic/core/table_clock.py: a press counts at once, also without network. Pure; a state is
// that of views/table_clock_state.py and is never changed. All times are milliseconds.

/** Number of turns lost in a row that stops the clock, as MAX_LOST_TURNS of the server. */
export const MAX_LOST_TURNS = 6;

const getOtherSide = (side) => (side === "X" ? "Y" : "X");
const isTimeOver = ({ hands }, side) => hands[side].control === "game" && hands[side].left === 0;
const areTimesOver = (state) => isTimeOver(state, "X") && isTimeOver(state, "Y");

/** Return the side whose time runs; null while none does. */
export const getRunningSide = (state) => (state.stopped || state.over ? null : state.to_move);

const setLeft = (state, side, left) => ({
  ...state,
  hands: { ...state.hands, [side]: { ...state.hands[side], left } },
});

/** Return the state at `time`, at most the end of the running time. */
function chargeTime(state, time) {
  const side = getRunningSide(state);
  const passed = Math.max(0, time - state.at);
  const chargedState = side && state.hands[side].control !== "none"
    ? setLeft(state, side, Math.max(0, state.hands[side].left - passed))
    : state;
  return { ...chargedState, at: Math.max(state.at, time) };
}

/** Return the end of the running time; null while none runs. */
export function getEnd(state) {
  const side = getRunningSide(state);
  if (!side) return null;
  const { control, left } = state.hands[side];
  return control !== "none" && left > 0 ? state.at + left : null;
}

function giveTurn(state, side) {
  const next = isTimeOver(state, side) ? getOtherSide(side) : side;
  if (isTimeOver(state, next)) return { ...state, stopped: true };
  const { control, full, left } = state.hands[next];
  const nextState = setLeft(state, next, control === "move" ? full : left);
  return { ...nextState, to_move: next, stopped: false };
}

/** Return the state at `time`: at the end of a time the turn passes to the other side. */
export function advance(state, time) {
  let next = state;
  for (let end = getEnd(next); end !== null && end <= time; end = getEnd(next)) {
    next = giveTurn({ ...chargeTime(next, end), lost: next.lost + 1 }, getOtherSide(next.to_move));
    if (next.lost >= MAX_LOST_TURNS) next = { ...next, stopped: true };
  }
  return chargeTime(next, time);
}

/** Return true if a press of `side` is allowed. */
export function canPress(state, side) {
  if (!state.open || !state.timed || state.over || areTimesOver(state)) return false;
  return getRunningSide(state) === null || getRunningSide(state) === side;
}

/** Return the state after the command at `time`; unchanged if the command is not allowed. */
export function applyCommand(state, { do: name, side }, time) {
  const current = advance(state, time);
  switch (name) {
    case "press":
      return canPress(current, side) ? giveTurn({ ...current, lost: 0, called: "" }, getOtherSide(side)) : current;
    case "hold":
      return getRunningSide(current) ? { ...current, stopped: true, called: "hold" } : current;
    case "resume":
      return resume(current);
    case "stop":
      return current.over ? current : { ...current, over: true, stopped: true, called: "" };
    case "answer":
      return { ...current, called: "" };
    default:
      return { ...current, called: name };
  }
}

function resume(state) {
  if (state.over) return { ...state, over: false, stopped: state.to_move !== null };
  if (!state.stopped || !state.to_move || areTimesOver(state)) return state;
  const side = isTimeOver(state, state.to_move) ? getOtherSide(state.to_move) : state.to_move;
  const { control, full, left } = state.hands[side];
  const running = control === "move" && left === 0 ? setLeft(state, side, full) : state;
  return { ...running, to_move: side, stopped: false, lost: 0, called: "" };
}
