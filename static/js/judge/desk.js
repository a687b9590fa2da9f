// The judge's desk: follows the room, keeps the clock, and leaves focus and typing alone.
// The server draws the desk; here it is only fetched again when an event is newer than it.

import { createGrid, gridFacts } from "../components/grid.js";
import { create, setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { FINAL_MS, Ringer, bindBell } from "../live/bell.js";
import { Countdown, Phase, formatRemaining } from "../live/clock.js";
import { LivePart } from "../live/part.js";
import { focusPrimary, guardPrimary, noteChange, pointed } from "./primary.js";

/** Fetch again after a failure of the network, in milliseconds. */
const RETRY = 2000;

const grid = createGrid(document.getElementById("grid"), {
  facts: gridFacts(),
  label: document.getElementById("grid").dataset.label,
});
const live = new LivePart({
  id: "desk",
  retry: RETRY,
  lost: () => gettext("hors ligne : la page ne suit plus"),
  onState: showState,
  onFailed: showFailure,
});
const { room } = live;
const countdown = new Countdown(room.clock, showTime);

// --- what the page shows by itself -------------------------------------------------------

function showState(state, message) {
  const elsewhere = message.type === "event" && message.game_id !== state?.game.id;
  if (elsewhere || (message.type === "snapshot" && state === null)) {
    live.ask(); // the game that is over stands on the desk as well
  }
  if (state) {
    showHolding(state.holding);
    grid.update(state.board, state.turn?.top);
  }
}

/** Tables that have not handed in; the list is the server's, only what is held changes here. */
function showHolding(holding) {
  const list = document.getElementById("holding");
  if (!list) return;
  const held = new Set(holding.map(String));
  for (const seat of list.children) seat.hidden = held.has(seat.dataset.table);
  const missing = [...list.children].filter((seat) => !seat.hidden).length;
  setText(document.getElementById("missing"), missing);
  setText(document.getElementById("held"), list.children.length - missing);
}

// --- clock ------------------------------------------------------------------------------

const WORDS = {
  [Phase.IDLE]: () => "",
  [Phase.RUNNING]: () => "",
  [Phase.WARNING]: (warn) =>
    interpolate(ngettext("« %(warn)s seconde »", "« %(warn)s secondes »", warn), { warn }),
  [Phase.OVER]: () => gettext("« Terminé »"),
};

const ringer = new Ringer();

function startClock() {
  const { closes, warn } = document.getElementById("clock").dataset;
  const turn = closes ? { state: "open", closes_at: Number(closes) } : null;
  countdown.set(turn, Number(warn));
}

function showTime(left, phase) {
  const clock = document.getElementById("clock");
  clock.dataset.phase = phase;
  clock.toggleAttribute("data-final", left > 0 && left <= FINAL_MS);
  ringer.hear(phase, left);
  if (phase !== Phase.IDLE) {
    setText(document.getElementById("time-left"), formatRemaining(left));
  }
  const stop = document.getElementById("ask-stop");
  if (stop) stop.disabled = phase === Phase.OVER; // what follows is the network's grace
  const word = WORDS[phase](Number(clock.dataset.warn));
  setText(document.getElementById("clock-word"), word);
}

/** Counts the pause since the last announcement, until it is long enough. */
function showPace() {
  const pace = document.getElementById("pace");
  if (!pace) return;
  const gone = Math.floor((room.clock.now() - Number(pace.dataset.since)) / 1000);
  const { length, article } = pace.dataset; // seconds that the edition asks for, and where
  const left = Number(length) - gone;
  pace.classList.toggle("done", left <= 0);
  const text =
    left > 0
      ? interpolate(
          ngettext(
            "Attendez encore %(left)s seconde avant d’annoncer (%(article)s).",
            "Attendez encore %(left)s secondes avant d’annoncer (%(article)s).",
            left,
          ),
          { left, article },
        )
      : interpolate(
          gettext("Les %(length)s secondes entre deux annonces sont passées (%(article)s)."),
          { length, article },
        );
  setText(pace, text);
}

/** What is left of an interruption before its limit; past it the server draws another desk. */
function showBreak() {
  const left = document.getElementById("break-left");
  if (!left) return;
  const ms = Number(left.dataset.until) - room.clock.now();
  if (ms < 0 && left.dataset.asked) return;
  if (ms < 0) {
    left.dataset.asked = "1";
    live.ask();
  }
  const time = formatRemaining(Math.max(0, ms));
  setText(left, interpolate(gettext("Temps restant : %(time)s"), { time }));
}

function showTimes() {
  showPace();
  showBreak();
}

// --- dialogs ------------------------------------------------------------------------------

const dialog = document.getElementById("ask");
const DONE = "done";
/** Id of the button that asked, none when it was the mouse that did; the desk may be drawn anew
 * before the answer. */
let opener = "";

function openDialog({ verb, elt, triggeringEvent }) {
  if (verb === "get") opener = pointed(triggeringEvent) ? "" : elt.id;
  if (!dialog.open) dialog.showModal();
  dialog.returnValue = "";
  dialog.setAttribute("aria-labelledby", "ask-title");
  // One query for all three would give the first in the page, a choice that needs no mending.
  const order = ["[aria-invalid=true]", "input:not([type=hidden])", "#ask-title"];
  order.map((one) => dialog.querySelector(one)).find(Boolean).focus();
}

dialog.addEventListener("close", () => {
  document.getElementById("ask-body").replaceChildren();
  // Who thought better of it is again at the button that he pressed, not at the next step; whom
  // the mouse brought here has his keys where they always are.
  const asked = dialog.returnValue === DONE ? null : document.getElementById(opener);
  if (asked && !asked.disabled) asked.focus();
  else focusPrimary({ force: true });
});

// --- what htmx brings ---------------------------------------------------------------------

/** How far the lists of the desk are scrolled, by id; the new ones are where the old ones were. */
const scrolled = new Map();

document.addEventListener("htmx:beforeSwap", () => {
  for (const list of document.querySelectorAll("#desk [id][tabindex]")) {
    scrolled.set(list.id, list.scrollTop);
  }
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "ask-body") {
    openDialog(event.detail.requestConfig);
    return;
  }
  const { verb, elt } = event.detail.requestConfig;
  if (dialog.open && verb === "post" && !("stays" in elt.dataset)) dialog.close(DONE);
  if (verb === "post") document.getElementById("alerts").replaceChildren(); // of the act before
  noteChange();
  startClock();
  showTimes();
  if (room.state) showHolding(room.state.holding);
  for (const [id, top] of scrolled) document.getElementById(id)?.scrollTo({ top });
});
document.addEventListener("htmx:afterSettle", () => focusPrimary());

function showFailure() {
  const alert = create("div", "alert bad");
  alert.append(create("p", "", gettext("Le serveur n’a pas répondu. Nouvel essai…")));
  document.getElementById("refusal").replaceChildren(alert);
}

bindBell({ key: "bell:judge", first: true });
guardPrimary();
startClock();
showTimes();
setInterval(showTimes, 1000);
focusPrimary();
live.start();
