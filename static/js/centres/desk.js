// The desk of a centre: a part drawn by the server that follows the room, its clock by the room's time,
// and, without network, what stands and what to do: letters are typed from the telephone.

import { createElement, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { Countdown, formatRemaining } from "../live/clock.js";
import { Status } from "../live/socket.js";
import { UpdatedPart } from "../live/update_channel.js";
import { computeCheck, normalizeLetters } from "./letters_check.js";

/** After this time of connecting the page counts as alone, in milliseconds. */
const CONNECTION_PATIENCE = 4000;

/** Pause between two fetches of the desk, in milliseconds: bulletins arrive by the hundred. */
const FETCH_PAUSE = 1200;

const alone = document.getElementById("alone");
const form = document.getElementById("telephone");
let timer = 0;

function showStatus(status) {
  clearTimeout(timer);
  if (status === Status.LIVE) setAlone(false);
  else if (status === Status.CONNECTING) {
    timer = setTimeout(() => setAlone(true), CONNECTION_PATIENCE);
  } else setAlone(true);
}

function setAlone(isAlone) {
  if (alone.hidden === !isAlone) return;
  alone.hidden = !isAlone;
  if (!isAlone) return;
  const { turn, state } = document.getElementById("centre-desk").dataset;
  setText(document.getElementById("standing-turn"), state || gettext("aucun coup"));
  form.elements.turn.value = turn || "1";
  setText(
    document.getElementById("alone-since"),
    new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }),
  );
}

/** Show the check of the letters typed, and the letters themselves for the board of the room. */
function showCheck() {
  const letters = normalizeLetters(form.elements.letters.value);
  const turn = Number(form.elements.turn.value);
  setText(document.getElementById("letters-check"), letters && turn ? computeCheck(turn, letters) : "");
  const tiles = [...letters].map((letter) => {
    const tile = createElement("li", "tile");
    tile.append(createElement("span", "letter", letter));
    return tile;
  });
  document.getElementById("telephone-letters").replaceChildren(...tiles);
}

const part = new UpdatedPart({ onStatus: showStatus, pause: FETCH_PAUSE });
const countdown = new Countdown(part.clock, (left, phase) => {
  document.getElementById("clock").dataset.phase = phase;
  if (phase !== "idle") setText(document.getElementById("time-left"), formatRemaining(left));
});

function startClock() {
  const { closes, warn } = document.getElementById("clock").dataset;
  countdown.set(closes ? { state: "open", closes_at: Number(closes) } : null, Number(warn));
}

window.addEventListener("offline", () => setAlone(true));
document.addEventListener("htmx:afterSettle", startClock);
form.addEventListener("input", showCheck);
form.addEventListener("submit", (event) => event.preventDefault());
startClock();
part.start();
