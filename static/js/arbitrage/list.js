// The arbiter's list of bulletins: fetched again after corrections and decisions, and operated by keys.
// The rows keep their order until the arbiter asks for another.

import { gettext } from "../i18n.js";
import { LivePart } from "../live/live_part.js";
import { Status } from "../live/socket.js";
import { sendRequest } from "./requests.js";
import { bindDecisionKeys } from "./decision_keys.js";
import { closeDetail, focusDetail, showDetail, bindDetail } from "./detail.js";
import { getCurrentRow, focusRow, listRows, moveBy, bindKeys } from "./keys.js";
import { bindSearch } from "./search.js";

const getList = () => document.getElementById("list");
const dialog = document.getElementById("change");
/** Row whose decision was sent; after the answer the focus goes to the next open row. */
let decidedRowId = null;
/** A dialog was requested: keys do not act on the row until it has come. */
let isDialogLoading = false;

const livePart = new LivePart({
  id: "list",
  showsAnyGame: true,
  getLostText: () => gettext("hors ligne : la liste ne suit plus"),
  onFailed: () => {
    decidedRowId = null;
    livePart.showConnection(Status.LOST);
  },
});

// --- order of the rows -------------------------------------------------------------------

/** Every request for the list names the rows that are shown: the answer has the same, in their order. */
document.addEventListener("htmx:configRequest", (event) => {
  const shownEntries = listRows().map((row) => row.id.replace("row-", ""));
  const currentEntry = getCurrentRow()?.id.replace("row-", "") ?? "";
  event.detail.path += `${getList().dataset.query}&rows=${shownEntries.join(".")}&at=${currentEntry}`;
});

// --- the dialog --------------------------------------------------------------------------

function openDialog() {
  if (!dialog.open) dialog.showModal();
  const invalidField = dialog.querySelector("[aria-invalid=true]");
  const selectors = [
    "[data-first]",
    "[data-preset]",
    "#id_points",
    "textarea",
    "input[type=radio]",
    "#change-title",
  ];
  const elements = selectors.map((selector) => dialog.querySelector(selector));
  (invalidField ?? elements.find(Boolean)).focus();
}

function fillForm(preset) {
  const form = document.getElementById("change-form");
  form.elements.points.value = preset.points;
  form.elements.article.value = preset.article;
  form.elements.sanction.value = preset.sanction;
  const motives = new Set(preset.motives.split(" "));
  for (const box of form.querySelectorAll("[name=motives]")) box.checked = motives.has(box.value);
  form.querySelector("[name=motives]").focus(); // Enter saves, a letter ticks another motive
}

dialog.addEventListener("click", (event) => {
  const preset = event.target.closest("[data-preset]");
  if (preset) fillForm(preset.dataset);
});
dialog.addEventListener("close", () => {
  document.getElementById("change-body").replaceChildren();
  focusRow(getCurrentRow());
});

// --- actions -----------------------------------------------------------------------------

/** Actions that only show; the others decide, or open the dialog at the bulletin's address. */
const VIEW_ACTIONS = { detail: focusDetail, close: closeDetail };

function confirmRow(row) {
  const values = { version: row.dataset.version };
  sendRequest("POST", `${row.dataset.url}confirm/`, {
    source: row,
    target: row,
    swap: "outerHTML",
    values,
  });
}

/** Perform `action` on `row` if it is allowed; a row of several bulletins opens the dialog to confirm. */
function performAction(row, action) {
  if (isDialogLoading) return;
  const allowedActions = row.dataset.actions.split(" ");
  if (action in VIEW_ACTIONS) VIEW_ACTIONS[action]();
  else if (!allowedActions.includes(action)) return;
  else if (action === "confirm" && !("severalBulletins" in row.dataset)) confirmRow(row);
  else loadDialog(row, action === "confirm" ? "equal" : action);
}

function loadDialog(row, action) {
  const target = document.getElementById("change-body");
  sendRequest("GET", `${row.dataset.url}${action}/`, { source: row, target, swap: "innerHTML" });
}

document.addEventListener("click", (event) => {
  const action = event.target.closest("#detail [data-action]")?.dataset.action;
  if (action) performAction(getCurrentRow(), action);
});

const isFromDetail = (event) => event.detail.requestConfig?.elt?.id === "detail";

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  if (requestConfig.verb === "post" && elt.id !== "undo") decidedRowId = getCurrentRow()?.id ?? null;
  if (event.detail.target.id === "change-body") isDialogLoading = true;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isFromDetail(event)) isDialogLoading = false;
  if (event.detail.successful) livePart.showConnection(livePart.room.socket.status);
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
  if (isFromDetail(event)) {
    if (getCurrentRow()) showDetail(getCurrentRow());
    return; // the answer to a decision may still be awaited
  }
  if (decidedRowId && event.detail.successful !== false && !dialog.open) {
    const isRefused = document.querySelector("#detail .row-alert");
    if (isRefused) focusRow(document.getElementById(decidedRowId));
    else moveBy(1, { toOpen: true, fromId: decidedRowId });
  }
  decidedRowId = null;
  focusRow(getCurrentRow(), { keepsFocus: true });
});

bindKeys({ onAction: performAction, onRow: showDetail });
bindDetail();
bindDecisionKeys(dialog);
bindSearch();
focusRow(listRows()[0], { keepsFocus: document.activeElement !== document.body });
livePart.start();
