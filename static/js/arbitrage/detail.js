// What stands beside the list about the bulletin in focus: asked for when the focus rests on a row,
// shown below the list as a sheet where there is no room beside it.

import { ask } from "./ask.js";
import { currentRow, focusRow } from "./keys.js";

/** Rows that arrows only pass are not asked for, in milliseconds. */
const REST = 60;

let timer = 0;

const part = () => document.getElementById("detail");

/** Whether the bulletin of `row` stands there, as the row has it or newer. */
function isShown(row) {
  const [entry, version] = part().querySelector("[data-shows]")?.dataset.shows.split(".") ?? [];
  return row.id === `row-${entry}` && Number(version) >= Number(row.dataset.version);
}

/** Show the bulletin of `row`, unless it is there; again once an answer has come, for that may be
    the answer about a row that was left meanwhile. */
export function showDetail(row) {
  clearTimeout(timer);
  part().ariaBusy = String(!isShown(row));
  if (isShown(row)) return;
  timer = setTimeout(() => {
    ask("GET", row.dataset.url, { source: part(), target: part(), swap: "innerHTML" });
  }, REST);
}

export function openSheet() {
  document.body.classList.add("sheet-open");
  currentRow()?.scrollIntoView({ block: "nearest" });
}

/** Away with the sheet, and back to the row. */
export function closeSheet() {
  document.body.classList.remove("sheet-open");
  focusRow(currentRow());
}

/** Into the detail, for whoever reads it by its headings. */
export function enterDetail() {
  openSheet();
  document.getElementById("detail-title")?.focus();
}

export function watchDetail() {
  document.addEventListener("click", (event) => {
    if (event.target.closest("tr[data-row]")) openSheet();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.closest("#beside")) closeSheet();
  });
}
