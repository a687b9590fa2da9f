// The search of a table: within the page at once, else by the server in the whole list.

import { getCurrentRow, focusRow, listRows } from "./keys.js";

const field = document.getElementById("q");

/** `t` or a digit in the list moves the focus to the search; a digit is typed into it. */
function beginSearch(event) {
  if (!/^[0-9t]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!event.target.closest("#list")) return;
  if (event.key === "t") event.preventDefault();
  field.value = "";
  field.focus();
}

/** Escape goes back to the list: to the whole one, if only the found rows are shown. */
function leaveSearch(event) {
  if (event.key !== "Escape" || !event.target.closest("#list, #search")) return;
  const wholeListLink = document.getElementById("whole");
  if (wholeListLink) wholeListLink.click();
  else if (event.target === field) focusRow(getCurrentRow());
}

function goToTable(event) {
  const table = field.value.trim();
  const row = listRows().find((listed) => listed.querySelector(".table-number").dataset.value === table);
  if (!row) return;
  event.preventDefault();
  field.value = "";
  focusRow(row);
}

export function bindSearch() {
  document.addEventListener("keydown", beginSearch);
  document.addEventListener("keydown", leaveSearch);
  document.getElementById("search").addEventListener("submit", goToTable);
  if (field.value && !listRows().length) field.select(); // no row: ready for another number
}
