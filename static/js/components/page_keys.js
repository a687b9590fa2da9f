// Keys of every page: Ctrl+Enter saves the open dialog or the form in focus, arrows move in the rows of a
// table, "?" or F1 lists the keys of the page.

const SAVE_BUTTON = "button.primary:not([disabled]), button.danger:not([disabled])";
/** Fields in which "?" is a character. */
const TEXT_FIELD = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select";
/** Controls of a row on which an arrow has no use of its own. */
const ROW_CONTROL = "a[href], button, input[type=checkbox]";

const findOpenDialog = () => [...document.querySelectorAll("dialog[open]")].at(-1);

function save(event) {
  const area = findOpenDialog() ?? event.target.closest("main form");
  const button = area?.querySelector(SAVE_BUTTON);
  if (!button) return;
  event.preventDefault();
  if (!event.repeat) button.click();
}

/** Move the focus to the same control of the next or previous shown row. */
function moveInRows(event, step) {
  const control = event.target.closest?.(ROW_CONTROL);
  const row = control?.closest("tbody tr");
  if (!row) return;
  const controls = [...row.querySelectorAll(ROW_CONTROL)];
  const rows = [...row.parentElement.rows].filter((other) => !other.hidden);
  const nextRow = rows[rows.indexOf(row) + step];
  const nextControls = [...(nextRow?.querySelectorAll(ROW_CONTROL) ?? [])];
  const nextControl = nextControls[controls.indexOf(control)] ?? nextControls[0];
  if (!nextControl) return;
  event.preventDefault();
  nextControl.focus();
}

// --- the list of keys -----------------------------------------------------------------------

const getKeyList = () => document.getElementById("page-keys");

/** Return the text of `element` without its keys. */
function readLabel(element) {
  const copy = element.cloneNode(true);
  for (const key of copy.querySelectorAll("kbd")) key.remove();
  return (copy.innerText || copy.textContent).replace(/\s+/g, " ").trim();
}

/** List keys and label of each shown link, button and field of the page that names its key. */
function listShownKeys() {
  const marked = document.querySelectorAll("a:has(kbd), button:has(kbd), label:has(kbd)");
  const visibleElements = [...marked].filter((element) => !element.closest("dialog") && element.checkVisibility());
  return visibleElements.map((element) => [[...element.querySelectorAll("kbd")], readLabel(element)]);
}

function openKeyList() {
  const list = getKeyList();
  const dialog = list?.closest("dialog");
  if (!dialog || findOpenDialog()) return;
  const [template] = list.querySelectorAll("template");
  const rows = [...list.querySelectorAll(":scope > :not(template)")];
  for (const row of rows) if (!("fixed" in row.dataset)) row.remove();
  const described = document.querySelectorAll("template[data-keys]");
  for (const { content } of described) list.prepend(content.cloneNode(true));
  for (const [keys, label] of listShownKeys()) {
    const row = template.content.firstElementChild.cloneNode(true);
    const [keyPlace, labelPlace] = row.children;
    keyPlace.append(...keys.map((key) => key.cloneNode(true)));
    labelPlace.textContent = label;
    list.querySelector("[data-fixed]").before(row);
  }
  dialog.showModal();
  dialog.querySelector("h2").focus();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#show-keys")) openKeyList();
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.metaKey) return;
  if (event.ctrlKey) {
    if (event.key === "Enter") save(event);
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && !event.shiftKey) moveInRows(event, step);
  const asksForKeys = event.key === "F1" || (event.key === "?" && !event.target.closest(TEXT_FIELD));
  if (!asksForKeys || !getKeyList()) return;
  event.preventDefault();
  openKeyList();
});
