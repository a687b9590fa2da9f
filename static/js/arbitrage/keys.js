// Hands stay on the keyboard: one row of the list is current, keys move and decide.
// The letters work only while the focus is in the list (WCAG 2.1.4).

const table = () => document.getElementById("bulletins");
/** The rows of the page, as they stand. */
export const rows = () => [...(table()?.querySelectorAll("tr[data-row]") ?? [])];
let current = null;
/** Told of every row that becomes the current one. */
let onCurrent = () => {};

/** The row that keys act on. */
export function currentRow() {
  return document.getElementById(current) ?? rows()[0] ?? null;
}

/** Make `row` the current one, and give it the focus unless `quiet`. */
export function focusRow(row, { quiet = false } = {}) {
  if (!row) return;
  current = row.id;
  for (const other of rows()) {
    other.tabIndex = other === row ? 0 : -1;
    other.classList.toggle("current", other === row);
  }
  onCurrent(row);
  if (quiet) return;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

/** Go `by` rows on from `from`; with `open` to the next one that waits for a decision, which may be
    on another page. */
export function step(by, { open = false, from = currentRow()?.id } = {}) {
  const all = rows();
  const at = all.findIndex((row) => row.id === from);
  if (open) {
    const waiting = [...all.slice(at + 1), ...all.slice(0, at)].find((row) => "open" in row.dataset);
    const more = document.getElementById("more");
    if (waiting || !more) focusRow(waiting ?? all[at]);
    else more.focus();
    return;
  }
  focusRow(all[Math.min(all.length - 1, Math.max(0, at + by))]);
}

const MOVES = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
const ACTS = { Enter: "confirm", m: "change", a: "equal", h: "in-time", v: "account", d: "detail" };
/** Links and buttons of the list that have a key. */
const LINKS = {
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

/** @param {{onAct: (row: Element, act: string) => void, onRow: (row: Element) => void}} hooks */
export function watchKeys({ onAct, onRow }) {
  onCurrent = onRow;
  document.addEventListener("focusin", (event) => {
    const row = event.target.closest?.("tr[data-row]");
    if (row && row.id !== current) focusRow(row, { quiet: true });
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target.closest("tr[data-row]");
    const beside = event.target.closest("#detail");
    if (event.key in LINKS && event.target.closest("#list")) {
      if (!event.repeat) document.getElementById(LINKS[event.key])?.click();
      return;
    }
    if (row && event.key in MOVES) {
      event.preventDefault();
      step(MOVES[event.key]);
    } else if ((row || beside) && event.key in ACTS && !(event.key === "Enter" && event.target !== row)) {
      event.preventDefault();
      if (!event.repeat) onAct(row ?? currentRow(), ACTS[event.key]);
    }
  });
}
