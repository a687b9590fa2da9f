// The clock of a table with real tiles: two halves to press; computed here and stored by the server.

import "../frame.js";
import "../components/dialog.js";
import { getElement, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { FINAL_MS, TurnSounds, bindBell } from "../live/bell.js";
import { Phase, formatRemaining } from "../live/clock.js";
import { showConnection } from "../live/connection_view.js";
import { Status } from "../live/socket.js";
import { UpdatedPart } from "../live/update_channel.js";
import { keepScreenOn } from "../live/wake_lock.js";
import { load, save } from "../storage.js";
import { runClocks } from "../live/clocks.js";
import { preserveInputs } from "./preserved_inputs.js";
import { PressQueue } from "./press_queue.js";
import { advance, applyCommand, canPress, getEnd, getRunningSide, isTimeOver } from "./table_clock.js";

const halves = [...document.querySelectorAll(".clock-half")];
const getPlayerName = (side) => getElement(`press-${side}`).dataset.name;
const readState = () => JSON.parse(getElement("clock-state").textContent);
/** Time between two refreshes while the page is not connected, in milliseconds. */
const REFRESH_INTERVAL = 5000;
/** Index of the half that a key presses. */
const HALF_INDEXES = { ArrowLeft: 0, ArrowUp: 0, ArrowRight: 1, ArrowDown: 1 };

let state = readState();
let status = Status.CONNECTING;
let timer = 0;
/** Side, full time and number of lost turns of the turn shown last: each turn has its own sounds. */
let shownTurn = "";
let lostTurns = state.lost_turns;

const turnSounds = new TurnSounds();
const part = new UpdatedPart({ onStatus: showStatus });
const drawRoomClocks = runClocks(part.clock, { onTimeOver: () => part.refresh() });
const { address, seat } = getElement("match-part").dataset;
const queue = new PressQueue({
  address,
  storageKey: `clock-commands:${seat}`,
  getCsrfToken: () => document.querySelector("[name=csrfmiddlewaretoken]").value,
  onChange: draw,
  onAnswer: showAnswer,
});

/** Return the clock now: the server's state and the commands that it has not answered. */
function computeClock() {
  const now = part.clock.now();
  const commands = queue.waitingCommands.filter(({ game }) => game === state.game);
  const clockAfterCommands = commands.reduce((clock, command) =>
    applyCommand(clock, command, now - (queue.localNow() - command.at)), state);
  return advance(clockAfterCommands, now);
}

function sendCommand(command) {
  getElement("refused").hidden = true;
  queue.add({ ...command, game: state.game });
}

function press(side) {
  if (canPress(computeClock(), side)) sendCommand({ do: "press", side });
}

function showAnswer({ problem, clock }) {
  if (clock?.game === state.game) state = clock;
  setText(getElement("refused-text"), problem ?? "");
  getElement("refused").hidden = !problem;
  draw();
  if (problem) part.refresh();
}

function showStatus(newStatus) {
  status = newStatus;
  showConnection(newStatus);
  draw();
}

function draw() {
  clearTimeout(timer);
  const clock = computeClock();
  const side = getRunningSide(clock);
  getElement("halves").hidden = !clock.is_timed;
  for (const half of halves) drawHalf(half, clock, side);
  getElement("hold").hidden = side === null;
  getElement("resume").hidden = !clock.is_open || !(clock.is_over || (clock.is_stopped && clock.to_move));
  for (const id of ["call-arbiter", "stop"]) getElement(id).hidden = !clock.is_open || clock.is_over;
  getElement("refer").hidden = getElement("call-arbiter").hidden || clock.common_remaining_ms === null;
  getElement("answer").hidden = !clock.is_open || !clock.call_command;
  showOffline();
  playSounds(clock, side);
  setText(getElement("clock-status"), describeClock(clock, side));
  const end = getEnd(clock);
  timer = setTimeout(draw, end === null ? 1000 : (end - clock.at) % 1000 || 1000);
}

function drawHalf(half, clock, side) {
  const { control, remaining_ms: remaining } = clock.player_clocks[half.dataset.side];
  const isRunning = side === half.dataset.side;
  setText(half.querySelector(".time-left"), control === "none" ? "" : formatRemaining(remaining));
  setText(half.querySelector(".side-state"), getSideText(clock, half.dataset.side, isRunning));
  half.toggleAttribute("data-running", isRunning);
  half.toggleAttribute("data-low", isRunning && remaining <= clock.warn_ms && remaining > 0);
  half.toggleAttribute("data-final", isRunning && remaining <= FINAL_MS && remaining > 0);
  half.toggleAttribute("data-out", isTimeOver(clock, half.dataset.side));
  half.setAttribute("aria-disabled", String(!canPress(clock, half.dataset.side)));
}

function getSideText(clock, side, isRunning) {
  if (isTimeOver(clock, side)) return gettext("temps écoulé (7.3.1)");
  if (isRunning) return gettext("à jouer : appuyez ici quand c’est fait");
  return clock.to_move === null && clock.is_open ? gettext("appuyez ici : le temps de l’autre part (3.6)") : "";
}

/** Play the two signals of each time: shortly before its end, and at its end (6.3.1). */
function playSounds(clock, side) {
  const turn = `${side}:${clock.player_clocks[side ?? "X"].initial_ms}:${clock.lost_turns}`;
  if (clock.lost_turns > lostTurns) turnSounds.update(Phase.OVER, 0);
  lostTurns = clock.lost_turns;
  if (turn !== shownTurn) turnSounds.reset();
  shownTurn = turn;
  if (side === null || clock.player_clocks[side].control === "none") return turnSounds.reset();
  const { remaining_ms: remaining } = clock.player_clocks[side];
  turnSounds.update(remaining <= clock.warn_ms ? Phase.WARNING : Phase.RUNNING, remaining);
}

function describeClock(clock, side) {
  if (clock.is_over) return gettext("Partie finie.");
  if (side) return interpolate(gettext("À %(name)s de jouer"), { name: getPlayerName(side) });
  if (!clock.is_stopped) return gettext("Pas encore en marche");
  if (clock.call_command) return gettext("Arrêtée : un arbitre est appelé");
  if (halves.every(({ dataset }) => clock.player_clocks[dataset.side].remaining_ms === 0)) return gettext("Temps des deux écoulé (7.3.2)");
  return gettext("Arrêtée");
}

function showOffline() {
  getElement("offline").hidden = status !== Status.LOST && !queue.isLate;
  setText(getElement("offline-text"), queue.waitingCommands.length
    ? gettext("Pas de réseau : la pendule continue ici. Ce qui est appuyé part dès que le réseau revient, à son heure. Gardez cette page ouverte.")
    : gettext("Pas de réseau : la pendule continue ici, et repart au réseau d’elle-même. Gardez cette page ouverte."));
}

for (const half of halves) half.addEventListener("click", () => press(half.dataset.side));
document.addEventListener("keydown", (event) => {
  const field = event.target.closest("input, select, textarea, summary, dialog, details[open]");
  if (!(event.key in HALF_INDEXES) || field || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  press(halves[HALF_INDEXES[event.key]].dataset.side);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) sendCommand({ do: button.dataset.do });
});
document.addEventListener("visibilitychange", draw);

const facingBox = getElement("facing");
const turnHalf = () => getElement("halves").toggleAttribute("data-facing", facingBox.checked);
facingBox.checked = load("clock-facing", false);
facingBox.addEventListener("change", () => {
  save("clock-facing", facingBox.checked);
  turnHalf();
});
turnHalf();

preserveInputs(() => {
  state = readState();
  part.clock.setEstimate(state.now);
  draw();
  drawRoomClocks();
});
setInterval(() => {
  if (status !== Status.LIVE) part.refresh();
}, REFRESH_INTERVAL);
bindBell({ storageKey: "clock-bell", isOnByDefault: true });
keepScreenOn();
part.clock.setEstimate(state.now);
draw();
part.start();
queue.start();
