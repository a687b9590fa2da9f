// The judge's desk: the server draws it, and it is fetched again after a newer event. The script shows
// clock, grid and missing bulletins, and preserves focus and typed text.

import { createGrid, readGridData } from "../components/grid.js";
import { createElement, setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { FINAL_MS, TurnSounds, bindBell } from "../live/bell.js";
import { Countdown, Phase, formatRemaining } from "../live/clock.js";
import { LivePart } from "../live/live_part.js";
import { focusPrimary, guardPrimary, guardIfChanged, isPointerClick } from "./primary_button.js";

const grid = createGrid(document.getElementById("grid"), {
  gridData: readGridData(),
  label: document.getElementById("grid").dataset.label,
});
const livePart = new LivePart({
  id: "desk",
  fetchPause: 0,
  retryPause: 2000,
  getLostText: () => gettext("hors ligne : la page ne suit plus"),
  onState: showState,
  onFailed: showFailure,
});
const { room } = livePart;
const countdown = new Countdown(room.clock, showTime);

// --- grid and missing bulletins ----------------------------------------------------------

function showState(state, message) {
  const isOtherGame = message.type === "event" && message.game_id !== state?.game.id;
  if (isOtherGame || (message.type === "snapshot" && state === null)) {
    livePart.refresh(); // the desk shows a finished game too, the room's state does not
  }
  if (state) {
    showMissingTables(state.holding);
    grid.update(state.board, state.turn?.top);
  }
}

/** Hide the tables that have handed in, in the server's list of the missing ones. */
function showMissingTables(handedInNumbers) {
  const list = document.getElementById("handed-in-tables");
  if (!list) return;
  const handedInTables = new Set(handedInNumbers.map(String));
  for (const seat of list.children) seat.hidden = handedInTables.has(seat.dataset.table);
  const missingCount = [...list.children].filter((seat) => !seat.hidden).length;
  setText(document.getElementById("missing"), missingCount);
  setText(document.getElementById("handed-in-count"), list.children.length - missingCount);
}

// --- clock ------------------------------------------------------------------------------

const PHASE_WORDS = {
  [Phase.IDLE]: () => "",
  [Phase.RUNNING]: () => "",
  [Phase.WARNING]: (warn) =>
    interpolate(ngettext("« %(warn)s seconde »", "« %(warn)s secondes »", warn), { warn }),
  [Phase.OVER]: () => gettext("« Terminé »"),
};

const turnSounds = new TurnSounds();

function startClock() {
  const { closes, warn } = document.getElementById("clock").dataset;
  const turn = closes ? { state: "open", closes_at: Number(closes) } : null;
  countdown.set(turn, Number(warn));
}

function showTime(left, phase) {
  const clock = document.getElementById("clock");
  clock.dataset.phase = phase;
  clock.toggleAttribute("data-final", left > 0 && left <= FINAL_MS);
  turnSounds.update(phase, left);
  if (phase !== Phase.IDLE) {
    setText(document.getElementById("time-left"), formatRemaining(left));
  }
  const stop = document.getElementById("ask-stop");
  if (stop) stop.disabled = phase === Phase.OVER; // then only the network's allowance runs
  const word = PHASE_WORDS[phase](Number(clock.dataset.warn));
  setText(document.getElementById("clock-word"), word);
}

/** Show how long the judge must still wait after the last announcement. */
function showAnnouncementPause() {
  const pause = document.getElementById("time-since-announcement");
  if (!pause) return;
  const elapsed = Math.floor((room.clock.now() - Number(pause.dataset.since)) / 1000);
  const { length, article } = pause.dataset; // seconds that the edition requires, and its article
  const secondsLeft = Number(length) - elapsed;
  pause.classList.toggle("done", secondsLeft <= 0);
  const text =
    secondsLeft > 0
      ? interpolate(
          ngettext(
            "Attendez encore %(left)s seconde avant d’annoncer (%(article)s).",
            "Attendez encore %(left)s secondes avant d’annoncer (%(article)s).",
            secondsLeft,
          ),
          { left: secondsLeft, article },
        )
      : interpolate(
          gettext("Les %(length)s secondes entre deux annonces sont passées (%(article)s)."),
          { length, article },
        );
  setText(pause, text);
}

/** Show the time left of an interruption; after its limit the server draws another desk. */
function showInterruption() {
  const timeElement = document.getElementById("break-left");
  if (!timeElement) return;
  const ms = Number(timeElement.dataset.until) - room.clock.now();
  if (ms < 0 && timeElement.dataset.asked) return;
  if (ms < 0) {
    timeElement.dataset.asked = "1";
    livePart.refresh();
  }
  const time = formatRemaining(Math.max(0, ms));
  setText(timeElement, interpolate(gettext("Temps restant : %(time)s"), { time }));
}

function showTimes() {
  showAnnouncementPause();
  showInterruption();
}

// --- dialogs ------------------------------------------------------------------------------

const dialog = document.getElementById("ask");
const DONE_VALUE = "done";
/** Id of the button that opened the dialog by a key, "" by the mouse. The desk may be replaced while
 * the dialog is open. */
let openerId = "";

function openDialog({ verb, elt, triggeringEvent }) {
  if (verb === "get") openerId = isPointerClick(triggeringEvent) ? "" : elt.id;
  if (!dialog.open) dialog.showModal();
  dialog.returnValue = "";
  dialog.setAttribute("aria-labelledby", "ask-title");
  // In this order, not that of the page: an invalid field comes first.
  const selectors = ["[aria-invalid=true]", "input:not([type=hidden])", "#ask-title"];
  const firstField = selectors.map((selector) => dialog.querySelector(selector)).find(Boolean);
  firstField.focus();
  firstField.select?.(); // typing replaces its text
}

dialog.addEventListener("close", () => {
  document.getElementById("ask-body").replaceChildren();
  // After a cancelled dialog the focus returns to the button that opened it by a key; else it goes to
  // the primary button.
  const openerButton = dialog.returnValue === DONE_VALUE ? null : document.getElementById(openerId);
  if (openerButton && !openerButton.disabled) openerButton.focus();
  else focusPrimary({ isForced: true });
});

// --- swaps of htmx ------------------------------------------------------------------------

/** Scroll positions of the desk's lists, by id, restored after a swap. */
const scrollTops = new Map();

document.addEventListener("htmx:beforeSwap", () => {
  for (const list of document.querySelectorAll("#desk [id][tabindex]")) {
    scrollTops.set(list.id, list.scrollTop);
  }
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "ask-body") {
    openDialog(event.detail.requestConfig);
    return;
  }
  const { verb, elt } = event.detail.requestConfig;
  if (dialog.open && verb === "post" && !("stays" in elt.dataset)) dialog.close(DONE_VALUE);
  if (verb === "post") document.getElementById("alerts").replaceChildren(); // of the last command
  guardIfChanged();
  startClock();
  showTimes();
  if (room.state) showMissingTables(room.state.holding);
  for (const [id, top] of scrollTops) document.getElementById(id)?.scrollTo({ top });
});
document.addEventListener("htmx:afterSettle", () => focusPrimary());

function showFailure() {
  const alert = createElement("div", "alert bad");
  alert.append(createElement("p", "", gettext("Le serveur n’a pas répondu. Nouvel essai…")));
  document.getElementById("refusal").replaceChildren(alert);
}

bindBell({ storageKey: "bell:judge", isOnByDefault: true });
guardPrimary();
startClock();
showTimes();
setInterval(showTimes, 1000);
focusPrimary();
livePart.start();
