// What a page with htmx shows while a server is away: the sentence of its answer (503 with
// Retry-After), above what stands there and is kept, whatever was typed.

import { create, icon } from "../dom.js";

const UNAVAILABLE = 503;

let alert = null;

const isOutage = ({ xhr }) => xhr.status === UNAVAILABLE && xhr.getResponseHeader("Retry-After");

document.addEventListener("htmx:beforeSwap", (event) => {
  if (isOutage(event.detail)) Object.assign(event.detail, { shouldSwap: false, isError: true });
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, successful } = event.detail;
  if (isOutage(event.detail)) show(xhr.responseText);
  else if (successful) show("");
});

/** Calls `act` when a request of htmx was not answered, or not as it should be. */
export function onFailure(act) {
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(failure, act);
  }
}

function show(sentence) {
  alert?.remove();
  alert = null;
  if (!sentence) return;
  alert = create("div", "alert bad");
  alert.setAttribute("role", "alert");
  alert.append(icon("alert"), create("p", "", sentence));
  // What lies under an open dialog is not seen.
  const box = document.querySelector("dialog[open]") ?? document.getElementById("alerts");
  box?.prepend(alert);
}
