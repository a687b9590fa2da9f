// The clock of a table between two answers of the server, as tournament/classic/core/table_clock.py
// computes it: a press and the time count here at once, also without network. Pure; a state is that
// of views/table_clock_state.py and is never changed. All times are milliseconds.

/** As MAX_LOST_TURNS of the server: the clock stops, nobody is at the table. */
export const MAX_LOST_TURNS = 6;

const other = (side) => (side === "X" ? "Y" : "X");
const isOut = ({ hands }, side) => hands[side].control === "game" && hands[side].left === 0;

/** Who is timed now; null while nobody is. */
export const runningSide = (state) => (state.stopped || state.over ? null : state.to_move);

const withLeft = (state, side, left) => ({
  ...state,
  hands: { ...state.hands, [side]: { ...state.hands[side], left } },
});

/** The state at `at`, within the time of the one who is timed. */
function charge(state, at) {
  const side = runningSide(state);
  const passed = Math.max(0, at - state.at);
  const charged = side && state.hands[side].control !== "none"
    ? withLeft(state, side, Math.max(0, state.hands[side].left - passed))
    : state;
  return { ...charged, at: Math.max(state.at, at) };
}

/** When the running time is over; null while none runs. */
export function endOf(state) {
  const side = runningSide(state);
  if (!side) return null;
  const { control, left } = state.hands[side];
  return control !== "none" && left > 0 ? state.at + left : null;
}

function giveTurn(state, side) {
  const next = isOut(state, side) ? other(side) : side;
  if (isOut(state, next)) return { ...state, stopped: true };
  const { control, full, left } = state.hands[next];
  const given = withLeft(state, next, control === "move" ? full : left);
  return { ...given, to_move: next, stopped: false };
}

/** The state at `at`: who ran out of time has given the turn to the other. */
export function advance(state, at) {
  let now = state;
  for (let end = endOf(now); end !== null && end <= at; end = endOf(now)) {
    now = giveTurn({ ...charge(now, end), lost: now.lost + 1 }, other(now.to_move));
    if (now.lost >= MAX_LOST_TURNS) now = { ...now, stopped: true };
  }
  return charge(now, at);
}

/** Whether a press of `side` starts something. */
export function canPress(state, side) {
  if (!state.open || !state.timed || state.over || isOut(state, "X") && isOut(state, "Y")) return false;
  return runningSide(state) === null || runningSide(state) === side;
}

/** The state after `command` at `at`; the same where it can do nothing. */
export function apply(state, { do: name, side }, at) {
  const now = advance(state, at);
  switch (name) {
    case "press":
      return canPress(now, side) ? giveTurn({ ...now, lost: 0, called: "" }, other(side)) : now;
    case "hold":
      return runningSide(now) ? { ...now, stopped: true, called: "hold" } : now;
    case "resume":
      return resume(now);
    case "stop":
      return now.over ? now : { ...now, over: true, stopped: true, called: "" };
    case "answer":
      return { ...now, called: "" };
    default:
      return { ...now, called: name };
  }
}

function resume(state) {
  if (state.over) return { ...state, over: false, stopped: state.to_move !== null };
  if (!state.stopped || !state.to_move || (isOut(state, "X") && isOut(state, "Y"))) return state;
  const side = isOut(state, state.to_move) ? other(state.to_move) : state.to_move;
  const { control, full, left } = state.hands[side];
  const running = control === "move" && left === 0 ? withLeft(state, side, full) : state;
  return { ...running, to_move: side, stopped: false, lost: 0, called: "" };
}
