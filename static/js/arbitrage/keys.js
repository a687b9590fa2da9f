// Keys of the arbiter's list: one row is current, keys move to another and decide. Letters work only
// while the focus is in the list (WCAG 2.1.4).

const getTable = () => document.getElementById("bulletins");
/** List the rows of the page, in their order. */
export const listRows = () => [...(getTable()?.querySelectorAll("tr[data-row]") ?? [])];
let currentId = null;
/** Called with every row that becomes the current one. */
let onCurrent = () => {};

/** Return the row on which keys act; null without rows. */
export function getCurrentRow() {
  return document.getElementById(currentId) ?? listRows()[0] ?? null;
}

/** Make `row` the current one, and focus it unless the focus stays (`keepsFocus`). */
export function focusRow(row, { keepsFocus = false } = {}) {
  if (!row) return;
  currentId = row.id;
  for (const other of listRows()) {
    other.tabIndex = other === row ? 0 : -1;
    other.classList.toggle("current", other === row);
  }
  onCurrent(row);
  if (keepsFocus) return;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

/** Move by `offset` rows from row `fromId`; if `toOpen`, to the next one that needs a decision, or to the
 * link to more of them on another page. */
export function moveBy(offset, { toOpen = false, fromId = getCurrentRow()?.id } = {}) {
  const rows = listRows();
  const index = rows.findIndex((row) => row.id === fromId);
  if (toOpen) {
    const others = [...rows.slice(index + 1), ...rows.slice(0, index)];
    const openRow = others.find((row) => "open" in row.dataset);
    const moreLink = document.getElementById("more");
    if (openRow || !moreLink) focusRow(openRow ?? rows[index]);
    else moreLink.focus();
    return;
  }
  focusRow(rows[Math.min(rows.length - 1, Math.max(0, index + offset))]);
}

const MOVES = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
const ACTIONS = { Enter: "confirm", m: "change", a: "equal", h: "in-time", v: "account", d: "detail" };
/** By key, the id of the link or button that it presses. */
const LINK_IDS = {
  n: "newer",
  p: "page-before",
  s: "page-after",
  u: "undo",
  r: "other-view",
  g: "turns",
  o: "solutions",
  b: "to-slips",
  e: "to-second-looks",
  ArrowLeft: "turn-before",
  ArrowRight: "turn-after",
};

/** @param {{onAction: (row: Element, action: string) => void, onRow: (row: Element) => void}} handlers */
export function bindKeys({ onAction, onRow }) {
  onCurrent = onRow;
  document.addEventListener("focusin", (event) => {
    const row = event.target.closest?.("tr[data-row]");
    if (row && row.id !== currentId) focusRow(row, { keepsFocus: true });
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target.closest("tr[data-row]");
    const isInDetail = event.target.closest("#detail");
    if (event.key in LINK_IDS && event.target.closest("#list")) {
      if (!event.repeat) document.getElementById(LINK_IDS[event.key])?.click();
      return;
    }
    const isElsewhere = event.key === "Enter" && event.target !== row;
    if (row && event.key in MOVES) {
      event.preventDefault();
      moveBy(MOVES[event.key]);
    } else if ((row || isInDetail) && event.key in ACTIONS && !isElsewhere) {
      event.preventDefault();
      if (!event.repeat) onAction(row ?? getCurrentRow(), ACTIONS[event.key]);
    }
  });
}
