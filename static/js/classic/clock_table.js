// The clock of a table with real tiles: two halves to press, counted here and stored by the server.

import "../frame.js";
import "../components/dialog.js";
import { gettext, interpolate } from "../i18n.js";
import { stayAwake } from "../live/awake.js";
import { FINAL_MS, Ringer, bindBell } from "../live/bell.js";
import { Phase, formatRemaining } from "../live/clock.js";
import { showLink } from "../live/link_view.js";
import { Status } from "../live/socket.js";
import { UpdatedPart } from "../live/update_channel.js";
import { keep, load } from "../storage.js";
import { setText } from "../words.js";
import { runClocks } from "../live/clocks.js";
import { keepInPart } from "./part.js";
import { PressQueue } from "./press_queue.js";
import { advance, apply, canPress, endOf, runningSide } from "./table_clock.js";

const by = (id) => document.getElementById(id);
const halves = [...document.querySelectorAll(".clock-half")];
const nameOf = (side) => by(`press-${side}`).dataset.name;
const read = () => JSON.parse(by("clock-state").textContent);
/** While the page is not told of news it asks for them itself. */
const ASK_EVERY = 5000;
/** Arrow keys: the first half of the page, and the second. */
const KEYS = { ArrowLeft: 0, ArrowUp: 0, ArrowRight: 1, ArrowDown: 1 };

let state = read();
let status = Status.CONNECTING;
let timer = 0;
/** Whose time was shown last, and how many turns were lost then: another turn rings anew. */
let turn = "";
let lost = state.lost;

const ringer = new Ringer();
const part = new UpdatedPart({ onStatus: statusChanged });
const redrawRoom = runClocks(part.clock, { onOut: () => part.ask() });
const { address, seat } = by("match-part").dataset;
const queue = new PressQueue({
  address,
  store: `clock-commands:${seat}`,
  csrf: () => document.querySelector("[name=csrfmiddlewaretoken]").value,
  onChange: draw,
  onAnswer: answered,
});

/** The clock now: what the server said, and what it has not answered yet. */
function current() {
  const now = part.clock.now();
  const given = queue.waiting.filter(({ game }) => game === state.game);
  const after = given.reduce((clock, command) => apply(clock, command, now - (queue.today() - command.at)), state);
  return advance(after, now);
}

function act(command) {
  by("refused").hidden = true;
  queue.add({ ...command, game: state.game });
}

function press(side) {
  if (canPress(current(), side)) act({ do: "press", side });
}

function answered({ problem, clock }) {
  if (clock?.game === state.game) state = clock;
  setText(by("refused-text"), problem ?? "");
  by("refused").hidden = !problem;
  draw();
  if (problem) part.ask();
}

function statusChanged(now) {
  status = now;
  showLink(now);
  draw();
}

function draw() {
  clearTimeout(timer);
  const clock = current();
  const side = runningSide(clock);
  by("halves").hidden = !clock.timed;
  for (const half of halves) drawHalf(half, clock, side);
  by("hold").hidden = side === null;
  by("resume").hidden = !clock.open || !(clock.over || (clock.stopped && clock.to_move));
  for (const id of ["call-arbiter", "stop"]) by(id).hidden = !clock.open || clock.over;
  by("refer").hidden = by("call-arbiter").hidden || clock.room === null;
  by("answer").hidden = !clock.open || !clock.called;
  showOffline();
  ring(clock, side);
  say(clock, side);
  const end = endOf(clock);
  timer = setTimeout(draw, end === null ? 1000 : (end - clock.at) % 1000 || 1000);
}

function drawHalf(half, clock, side) {
  const hand = clock.hands[half.dataset.side];
  const own = side === half.dataset.side;
  setText(half.querySelector(".left"), hand.control === "none" ? "" : formatRemaining(hand.left));
  setText(half.querySelector(".side-state"), stateText(clock, half.dataset.side, own));
  half.toggleAttribute("data-running", own);
  half.toggleAttribute("data-low", own && hand.left <= clock.warn && hand.left > 0);
  half.toggleAttribute("data-final", own && hand.left <= FINAL_MS && hand.left > 0);
  half.toggleAttribute("data-out", hand.control === "game" && hand.left === 0);
  half.setAttribute("aria-disabled", String(!canPress(clock, half.dataset.side)));
}

function stateText(clock, side, own) {
  if (clock.hands[side].control === "game" && clock.hands[side].left === 0) return gettext("temps écoulé (7.3.1)");
  if (own) return gettext("à jouer : appuyez ici quand c’est fait");
  return clock.to_move === null && clock.open ? gettext("appuyez ici : le temps de l’autre part (3.6)") : "";
}

/** Two signals in each time: shortly before its end, and at its end (6.3.1). */
function ring(clock, side) {
  const now = `${side}:${clock.hands[side ?? "X"].full}:${clock.lost}`;
  if (clock.lost > lost) ringer.hear(Phase.OVER, 0);
  lost = clock.lost;
  if (now !== turn) ringer.forget();
  turn = now;
  if (side === null || clock.hands[side].control === "none") return ringer.forget();
  const { left } = clock.hands[side];
  ringer.hear(left <= clock.warn ? Phase.WARNING : Phase.RUNNING, left);
}

function say(clock, side) {
  const text = saidOf(clock, side);
  setText(by("clock-said"), text);
}

function saidOf(clock, side) {
  if (clock.over) return gettext("Partie finie.");
  if (side) return interpolate(gettext("À %(name)s de jouer"), { name: nameOf(side) });
  if (!clock.stopped) return gettext("Pas encore en marche");
  if (clock.called) return gettext("Arrêtée : un arbitre est appelé");
  if (halves.every(({ dataset }) => clock.hands[dataset.side].left === 0)) return gettext("Temps des deux écoulé (7.3.2)");
  return gettext("Arrêtée");
}

function showOffline() {
  by("offline").hidden = status !== Status.LOST && !queue.late;
  setText(by("offline-text"), queue.waiting.length
    ? gettext("Pas de réseau : la pendule continue ici. Ce qui est appuyé part dès que le réseau revient, à son heure. Gardez cette page ouverte.")
    : gettext("Pas de réseau : la pendule continue ici, et repart au réseau d’elle-même. Gardez cette page ouverte."));
}

for (const half of halves) half.addEventListener("click", () => press(half.dataset.side));
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, summary, dialog, details[open]");
  if (!(event.key in KEYS) || typing || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  press(halves[KEYS[event.key]].dataset.side);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) act({ do: button.dataset.do });
});
document.addEventListener("visibilitychange", draw);

const facing = by("facing");
const turnHalf = () => by("halves").toggleAttribute("data-facing", facing.checked);
facing.checked = load("clock-facing", false);
facing.addEventListener("change", () => {
  keep("clock-facing", facing.checked);
  turnHalf();
});
turnHalf();

keepInPart(() => {
  state = read();
  part.clock.hint(state.now);
  draw();
  redrawRoom();
});
setInterval(() => {
  if (status !== Status.LIVE) part.ask();
}, ASK_EVERY);
bindBell({ key: "clock-bell", first: true });
stayAwake(() => {});
part.clock.hint(state.now);
draw();
part.start();
queue.start();
