// The alert of a page with htmx after an error: the sentence of the answer while the server is
// unavailable (503 with Retry-After), else the alert that the server retargets to #alerts
// (config/htmx_errors.py). The page itself, with what was typed, is not replaced.

import { createElement, createIcon } from "../dom.js";

const UNAVAILABLE = 503;

let alertElement = null;

const isOutage = ({ xhr }) => xhr.status === UNAVAILABLE && xhr.getResponseHeader("Retry-After");

document.addEventListener("htmx:beforeSwap", (event) => {
  if (isOutage(event.detail)) Object.assign(event.detail, { shouldSwap: false, isError: true });
  else if (event.detail.xhr.getResponseHeader("HX-Retarget")) event.detail.shouldSwap = true;
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, successful } = event.detail;
  if (isOutage(event.detail)) showAlert(xhr.responseText);
  else if (successful) showAlert("");
});

/** Call `handler` when a request of htmx has no answer or an error as its answer. */
export function watchFailures(handler) {
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(failure, handler);
  }
}

function showAlert(sentence) {
  alertElement?.remove();
  alertElement = null;
  if (!sentence) return;
  alertElement = createElement("div", "alert bad");
  alertElement.setAttribute("role", "alert");
  alertElement.append(createIcon("alert"), createElement("p", "", sentence));
  // An open dialog would hide an alert of the page.
  const box = document.querySelector("dialog[open]") ?? document.getElementById("alerts");
  box?.prepend(alertElement);
}
