// Bulletins on paper: the tablet's bulletin in a form. Hands stay on the keyboard: table, Enter,
// word, reference, score, Enter, next table.

import { BulletinEditor } from "../bulletin/editor.js";
import { directionOf } from "../bulletin/sheet.js";
import { insertInto } from "../bulletin/text_field.js";
import { onFailure } from "../components/outage.js";

const by = (id) => document.getElementById(id);

/** The form that the server has just given, brought to life; nothing when it asks for a table. */
function mount() {
  const form = by("sheet");
  if (!form) {
    by("id_ask").focus();
    by("id_ask").select();
    return;
  }
  const drawing = by("id_sheet");
  const { rows = [], struck = [] } = JSON.parse(drawing.value || "null") ?? {};
  const { reference, score } = form.dataset;
  let sheet = { rows, struck, reference, score, direction: directionOf(rows) };
  const write = () => {
    drawing.value = JSON.stringify({ rows: sheet.rows, struck: sheet.struck });
  };
  const editor = new BulletinEditor({
    remembers: false,
    onEdit: (changes) => {
      sheet = { ...sheet, ...changes };
      write();
    },
  });
  editor.show(sheet, false);
  write();
  for (const name of ["reference", "score"]) bindIllegible(name);
  form.addEventListener("keydown", (event) => press(form, editor, event));
  const confirm = form.elements.over_tablet;
  if (confirm && by("refusal")) confirm.focus();
  else editor.focus();
}

const illegible = (name) => by(`id_${name}_illegible`);

/** What nobody can read has no text. */
function bindIllegible(name) {
  const apply = () => {
    by(name).disabled = illegible(name).checked;
  };
  illegible(name).addEventListener("change", apply);
  apply();
}

/** The fields that Enter goes through, then the form is sent. */
function next(form, from) {
  const ways = { word: ["reference", "score"], squared: ["reference", "score"], reference: ["score"] };
  const place = from.closest("#squared") ? "squared" : from.id;
  const found = (ways[place] ?? []).map(by).find((field) => !field.disabled);
  if (found) found.focus();
  else form.requestSubmit();
}

function press(form, editor, event) {
  const { key, target } = event;
  if (key === "Enter" && !target.closest("button")) next(form, target);
  else if (key === "F2") editor.switchWriting();
  else if (key === "?" && ["reference", "score"].includes(target.id)) {
    illegible(target.id).click();
    next(form, target);
  } else return;
  event.preventDefault();
}

// --- typing ahead: what is pressed while the server answers is not lost --------------------

let waiting = false;
let ahead = [];

/** Press `key` where the keyboard is, as if by hand. */
function pressAgain(key) {
  const field = document.activeElement;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  if (!field.dispatchEvent(event)) return;
  if (key.length === 1 && field.matches("input[type=text]")) insertInto(field, key);
}

function catchUp() {
  waiting = false;
  while (ahead.length && !waiting) pressAgain(ahead.shift());
}

document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (event.isTrusted && waiting && !ctrlKey && !metaKey && !altKey) {
    if (key.length > 1 && !["Enter", "F2", "ArrowUp", "ArrowDown"].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    ahead.push(key);
  } else if (key === "Enter" && event.target.id === "id_ask") {
    event.preventDefault();
    by("ask-table").requestSubmit();
  }
}, { capture: true });
document.addEventListener("htmx:beforeRequest", () => {
  waiting = true;
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "paper") return;
  mount();
  if (by("refusal")) ahead = []; // to be read first
  catchUp();
});
onFailure(() => {
  waiting = false;
  ahead = [];
  by("paper-problem").hidden = false;
});
mount();
