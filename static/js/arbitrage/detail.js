// The detail of the bulletin in focus, beside the list; in a narrow window it covers the lower part of
// the list. It is fetched when the focus stays on a row.

import { sendRequest } from "./requests.js";
import { getCurrentRow, focusRow } from "./keys.js";

/** Delay before the detail is fetched (ms): none is fetched for rows that the arrows only pass. */
const FETCH_DELAY = 60;

let timer = 0;

const getDetail = () => document.getElementById("detail");

/** Return true if the detail shows the bulletin of `row`, in its version or a newer one. */
function isShown(row) {
  const [entry, version] = getDetail().querySelector("[data-shows]")?.dataset.shows.split(".") ?? [];
  return row.id === `row-${entry}` && Number(version) >= Number(row.dataset.version);
}

/** Fetch the bulletin of `row` unless it is shown. Call it again after each answer, which may be about
 * the row before. */
export function showDetail(row) {
  clearTimeout(timer);
  getDetail().ariaBusy = String(!isShown(row));
  if (isShown(row)) return;
  timer = setTimeout(() => {
    sendRequest("GET", row.dataset.url, { source: getDetail(), target: getDetail(), swap: "innerHTML" });
  }, FETCH_DELAY);
}

export function openDetail() {
  document.body.classList.add("sheet-open");
  getCurrentRow()?.scrollIntoView({ block: "nearest" });
}

/** Close the detail and focus the row. */
export function closeDetail() {
  document.body.classList.remove("sheet-open");
  focusRow(getCurrentRow());
}

/** Open the detail and focus its title. */
export function focusDetail() {
  openDetail();
  document.getElementById("detail-title")?.focus();
}

export function bindDetail() {
  document.addEventListener("click", (event) => {
    if (event.target.closest("tr[data-row]")) openDetail();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.closest("#detail-pane")) closeDetail();
  });
}
