// Goes to a table: within the page at once, else the server looks for it in the whole list.

import { currentRow, focusRow, rows } from "./keys.js";

const field = document.getElementById("q");

/** `t` or a digit in the list begins a search; what follows is typed into it. */
function begin(event) {
  if (!/^[0-9t]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!event.target.closest("#list")) return;
  if (event.key === "t") event.preventDefault();
  field.value = "";
  field.focus();
}

/** Back to the list: to the whole of it, if only a part was looked for. */
function leave(event) {
  if (event.key !== "Escape" || !event.target.closest("#list, #search")) return;
  const whole = document.getElementById("whole");
  if (whole) whole.click();
  else if (event.target === field) focusRow(currentRow());
}

function go(event) {
  const table = field.value.trim();
  const row = rows().find((each) => each.querySelector(".at").dataset.value === table);
  if (!row) return;
  event.preventDefault();
  field.value = "";
  focusRow(row);
}

export function watchSearch() {
  document.addEventListener("keydown", begin);
  document.addEventListener("keydown", leave);
  document.getElementById("search").addEventListener("submit", go);
  if (field.value && !rows().length) field.select(); // nothing found: for another try
}
