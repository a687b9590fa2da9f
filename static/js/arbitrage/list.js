// The arbiter's list: its page is fetched again when something was corrected or decided, and worked
// through from the keyboard. Rows keep their place while he works; only he moves them.

import { gettext } from "../i18n.js";
import { LivePart } from "../live/part.js";
import { Status } from "../live/socket.js";
import { ask } from "./ask.js";
import { closeSheet, enterDetail, showDetail, watchDetail } from "./detail.js";
import { currentRow, focusRow, rows, step, watchKeys } from "./keys.js";
import { watchSearch } from "./search.js";

/** News of decisions come in bursts: fetch at most this often, in milliseconds. */
const PAUSE = 1200;
/** After a request that failed, the list asks again, in milliseconds, until it is answered. */
const RETRY = 3000;

const list = () => document.getElementById("list");
const dialog = document.getElementById("change");
/** Row whose decision is on its way: afterwards the focus goes to the next open one. */
let decided = null;
/** A dialog is on its way: what is typed meanwhile is not for the row behind it. */
let asking = false;

const live = new LivePart({
  id: "list",
  pause: PAUSE,
  retry: RETRY,
  anyGame: true,
  lost: () => gettext("hors ligne : la liste ne suit plus"),
  onFailed: () => {
    decided = null;
    live.showConnection(Status.LOST);
  },
});

// --- rows stay where they are ------------------------------------------------------------

/** Every answer that brings the list brings the page of it that is before him, row for row. */
document.addEventListener("htmx:configRequest", (event) => {
  const shown = rows().map((row) => row.id.replace("row-", ""));
  const at = currentRow()?.id.replace("row-", "") ?? "";
  event.detail.path += `${list().dataset.look}&rows=${shown.join(".")}&at=${at}`;
});

// --- the dialog --------------------------------------------------------------------------

function openDialog() {
  if (!dialog.open) dialog.showModal();
  const wrong = dialog.querySelector("[aria-invalid=true]");
  const first = [
    "[data-first]",
    "[data-preset]",
    "#id_points",
    "textarea",
    "input[type=radio]",
    "#change-title",
  ];
  (wrong ?? first.map((one) => dialog.querySelector(one)).find(Boolean)).focus();
}

function fill(preset) {
  const form = document.getElementById("change-form");
  form.elements.points.value = preset.points;
  form.elements.article.value = preset.article;
  form.elements.sanction.value = preset.sanction;
  const motives = new Set(preset.motives.split(" "));
  for (const box of form.querySelectorAll("[name=motives]")) box.checked = motives.has(box.value);
  form.elements.reason.focus();
}

dialog.addEventListener("click", (event) => {
  const preset = event.target.closest("[data-preset]");
  if (preset) fill(preset.dataset);
});
dialog.addEventListener("close", () => {
  document.getElementById("change-body").replaceChildren();
  focusRow(currentRow());
});

// --- what htmx brings --------------------------------------------------------------------

/** What only shows; everything else decides, or asks in the dialog at the bulletin's address. */
const SHOWS = { detail: enterDetail, close: closeSheet };

function confirm(row) {
  const values = { version: row.dataset.version };
  ask("POST", `${row.dataset.url}confirm/`, {
    source: row,
    target: row,
    swap: "outerHTML",
    values,
  });
}

/** Do `act` for `row`, if it can be done; a line of several bulletins is not confirmed unseen. */
function actOn(row, act) {
  if (asking) return;
  const can = row.dataset.acts.split(" ");
  if (act in SHOWS) SHOWS[act]();
  else if (!can.includes(act)) return;
  else if (act === "confirm" && !("many" in row.dataset)) confirm(row);
  else askIn(document.getElementById("change-body"), row, act === "confirm" ? "equal" : act);
}

function askIn(dialogBody, row, act) {
  ask("GET", `${row.dataset.url}${act}/`, { source: row, target: dialogBody, swap: "innerHTML" });
}

document.addEventListener("click", (event) => {
  const act = event.target.closest("#detail [data-act]")?.dataset.act;
  if (act) actOn(currentRow(), act);
});

const ofDetail = (event) => event.detail.requestConfig?.elt?.id === "detail";

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  if (requestConfig.verb === "post" && elt.id !== "undo") decided = currentRow()?.id ?? null;
  if (event.detail.target.id === "change-body") asking = true;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!ofDetail(event)) asking = false;
  if (event.detail.successful) live.showConnection(live.room.socket.status);
});
document.addEventListener("htmx:afterSwap", (event) => {
  const { target, requestConfig } = event.detail;
  if (target.id === "change-body") {
    openDialog();
    return;
  }
  if (dialog.open && requestConfig.verb === "post") dialog.close();
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (ofDetail(event)) {
    if (currentRow()) showDetail(currentRow());
    return; // of a look: the decision may still be on its way
  }
  if (decided && event.detail.successful !== false && !dialog.open) {
    const refused = document.querySelector("#detail .row-alert");
    if (refused) focusRow(document.getElementById(decided));
    else step(1, { open: true, from: decided });
  }
  decided = null;
  focusRow(currentRow(), { quiet: true });
});

watchKeys({ onAct: actOn, onRow: showDetail });
watchDetail();
watchSearch();
focusRow(rows()[0], { quiet: document.activeElement !== document.body });
live.start();
