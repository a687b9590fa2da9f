// The clock of a table between two answers of the server, computed as in
// tournament/classic/core/table_clock.py: a press counts at once, also without network. Pure; a state is
// that of views/table_clock_state.py and is never changed. All times are milliseconds.

/** Number of turns lost in a row that stops the clock, as MAX_LOST_TURNS of the server. */
export const MAX_LOST_TURNS = 6;

const getOtherSide = (side) => (side === "X" ? "Y" : "X");
/** Return true if the time of the player for the whole game is over. */
export function isTimeOver(state, side) {
  const { control, remaining_ms: remaining } = state.player_clocks[side];
  return control === "game" && remaining === 0;
}
const areTimesOver = (state) => isTimeOver(state, "X") && isTimeOver(state, "Y");

/** Return the side whose time runs; null while none does. */
export const getRunningSide = (state) => (state.is_stopped || state.is_over ? null : state.to_move);

function setRemaining(state, side, remaining) {
  const playerClock = { ...state.player_clocks[side], remaining_ms: remaining };
  return { ...state, player_clocks: { ...state.player_clocks, [side]: playerClock } };
}

/** Return the state at `time`, at most the end of the running time. */
function chargeTime(state, time) {
  const side = getRunningSide(state);
  const passed = Math.max(0, time - state.at);
  const chargedState = side && state.player_clocks[side].control !== "none"
    ? setRemaining(state, side, Math.max(0, state.player_clocks[side].remaining_ms - passed))
    : state;
  return { ...chargedState, at: Math.max(state.at, time) };
}

/** Return the end of the running time; null while none runs. */
export function getEnd(state) {
  const side = getRunningSide(state);
  if (!side) return null;
  const { control, remaining_ms: remaining } = state.player_clocks[side];
  return control !== "none" && remaining > 0 ? state.at + remaining : null;
}

function giveTurn(state, side) {
  const nextSide = isTimeOver(state, side) ? getOtherSide(side) : side;
  if (isTimeOver(state, nextSide)) return { ...state, is_stopped: true };
  const { control, initial_ms: initial, remaining_ms: remaining } = state.player_clocks[nextSide];
  const newState = setRemaining(state, nextSide, control === "move" ? initial : remaining);
  return { ...newState, to_move: nextSide, is_stopped: false };
}

/** Return the state at `time`: at the end of a time the turn passes to the other side. */
export function advance(state, time) {
  let nextState = state;
  for (let end = getEnd(nextState); end !== null && end <= time; end = getEnd(nextState)) {
    nextState = giveTurn({ ...chargeTime(nextState, end), lost_turns: nextState.lost_turns + 1 }, getOtherSide(nextState.to_move));
    if (nextState.lost_turns >= MAX_LOST_TURNS) nextState = { ...nextState, is_stopped: true };
  }
  return chargeTime(nextState, time);
}

/** Return true if a press of `side` is allowed. */
export function canPress(state, side) {
  if (!state.is_open || !state.is_timed || state.is_over || areTimesOver(state)) return false;
  return getRunningSide(state) === null || getRunningSide(state) === side;
}

/** Return the state after the command at `time`; unchanged if the command is not allowed. */
export function applyCommand(state, { do: name, side }, time) {
  const current = advance(state, time);
  switch (name) {
    case "press":
      return canPress(current, side)
        ? giveTurn({ ...current, lost_turns: 0, call_command: "" }, getOtherSide(side))
        : current;
    case "hold":
      return getRunningSide(current) ? { ...current, is_stopped: true, call_command: "hold" } : current;
    case "resume":
      return resume(current);
    case "stop":
      return current.is_over ? current : { ...current, is_over: true, is_stopped: true, call_command: "" };
    case "answer":
      return { ...current, call_command: "" };
    default:
      return { ...current, call_command: name };
  }
}

function resume(state) {
  if (state.is_over) return { ...state, is_over: false, is_stopped: state.to_move !== null };
  if (!state.is_stopped || !state.to_move || areTimesOver(state)) return state;
  const side = isTimeOver(state, state.to_move) ? getOtherSide(state.to_move) : state.to_move;
  const { control, initial_ms: initial, remaining_ms: remaining } = state.player_clocks[side];
  const running = control === "move" && remaining === 0 ? setRemaining(state, side, initial) : state;
  return { ...running, to_move: side, is_stopped: false, lost_turns: 0, call_command: "" };
}
