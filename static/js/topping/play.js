// Somebody plays a topping here: grid, letters, clock and what he proposes. The server says where
// he is (#run-state in the part that it draws, templates/topping/play.html), and of a proposal only
// whether it is the top.

import "../frame.js";
import { BACKSPACE, CLEAR, buildKeypad } from "../bulletin/keypad.js";
import { TextField, eraseFrom, insertInto } from "../bulletin/text_field.js";
import { createGrid, gridFacts } from "../components/grid.js";
import { onFailure } from "../components/outage.js";
import { by, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { UpdatedPart } from "../live/update_channel.js";
import { HORIZONTAL, JOKER, VERTICAL, referenceOf, squaresOf } from "../notation.js";
import { RackView } from "../player/rack_view.js";
import { keep, load } from "../storage.js";
import { ToppingClock } from "./clock.js";

const facts = gridFacts();
const sheet = by("sheet");
const word = by("word");
const reference = by("reference");
const answer = by("answer");

const ANSWERS = {
  top: (said) => interpolate(gettext("Top : %(said)s"), { said }),
  "not-top": (said) => interpolate(gettext("Pas le top : %(said)s"), { said }),
  over: () => gettext("Trop tard : ce coup était fini."),
};

const updates = new UpdatedPart();
const clock = new ToppingClock({ clock: updates.clock, ask: () => updates.ask() });
const grid = createGrid(by("board"), { facts, label: gettext("Grille"), onTap: sheet ? tap : null });
const rack = new RackView({
  list: by("rack"),
  shuffle: by("shuffle"),
  sort: by("sort"),
  swap: by("swap"),
  facts,
  slots: 7,
  key: "topping-rack",
  onLetter: (letter) => {
    if (sheet && letter !== JOKER) insertInto(word, letter);
  },
});

let state = null;
let aimed = null;
let said = "";

// --- what the server says --------------------------------------------------------------------

function read() {
  const before = state;
  state = JSON.parse(by("run-state").textContent);
  updates.clock.hint(state.now);
  document.body.dataset.phase = state.phase; // first: what is hidden takes no keyboard
  if (!before || before.turn !== state.turn || before.phase !== state.phase) changed(before);
  clock.show(state);
  grid.update(state.rows, state.last);
  rack.set(state.rack, `${location.pathname}:${state.turn}`, state.slots);
  if (state.answer) tell(state.answer);
  aim();
}

/** New letters, or none any more: what was written for the turn before goes. */
function changed(before) {
  setText(by("turn-name"), state.turn ? interpolate(gettext("Coup %(turn)s"), state) : "");
  if (!sheet) return;
  const playing = state.phase === "playing";
  for (const field of sheet.elements) field.disabled = !playing;
  if (before?.turn !== state.turn || state.phase === "done") {
    word.value = "";
    reference.value = "";
    aimed = null;
    if (!state.answer) tell("");
  }
  if (playing) word.focus();
}

function tell(kind) {
  answer.dataset.kind = kind;
  setText(answer, ANSWERS[kind]?.(said) ?? "");
}

// --- what the player writes --------------------------------------------------------------------

/** The first square of the word; once more, the other direction. */
function tap(row, col) {
  if (sheet.elements.propose?.disabled) return;
  const again = aimed && aimed.row === row && aimed.col === col;
  const direction = again && aimed.direction === HORIZONTAL ? VERTICAL : again ? HORIZONTAL : (aimed?.direction ?? HORIZONTAL);
  aimed = { row, col, direction };
  reference.value = referenceOf(row, col, direction);
  aim();
  word.focus();
}

/** Shows on the grid where the word would lie. */
function aim() {
  for (const square of document.querySelectorAll("#board .aimed")) square.classList.remove("aimed");
  if (!sheet) return;
  const names = new Set(squaresOf(word.value || "A", reference.value));
  for (const square of document.querySelectorAll("#board .square")) {
    const { row, col } = square.dataset;
    const name = referenceOf(Number(row), Number(col), HORIZONTAL);
    square.classList.toggle("aimed", names.has(name));
  }
}

function propose(event) {
  event.preventDefault();
  const text = word.value;
  if (text.length < 2 || squaresOf("A", reference.value).length === 0) {
    answer.dataset.kind = "";
    setText(answer, gettext("Écrivez un mot et sa place : touchez sa première case."));
    (text.length < 2 ? word : reference).focus();
    return;
  }
  said = `${text} ${reference.value}`;
  tell("");
  const sent = window.htmx.ajax("POST", by("run").dataset.say, {
    target: "#run",
    swap: "outerHTML",
    values: {
      turn: state.turn,
      word: text,
      ref: reference.value,
      csrfmiddlewaretoken: document.querySelector("[name=csrfmiddlewaretoken]").value,
    },
  });
  sent.catch(() => {}); // said by onFailure
  word.focus();
  word.select();
}

function bindSheet() {
  const written = { onText: aim, onFocus: () => {} };
  const plain = (text) => text.normalize("NFD").toUpperCase();
  new TextField(word, { ...written, clean: (text) => plain(text).replace(/[^A-Z]/g, "") });
  new TextField(reference, {
    ...written,
    clean: (text) => plain(text).replace(/[^A-O0-9]/g, ""),
    onText: () => {
      aimed = null;
      aim();
    },
  });
  const active = () => (document.activeElement === reference ? reference : word);
  buildKeypad(by("keypad"), (key) => {
    if (key === CLEAR) {
      for (const field of [word, reference]) {
        field.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    } else if (key === BACKSPACE) eraseFrom(active());
    else insertInto(/\d/.test(key) ? reference : active(), key);
  });
  sheet.addEventListener("submit", propose);
  const own = by("own-keyboard");
  const apply = () => {
    sheet.classList.toggle("own-keyboard", own.checked);
    word.inputMode = reference.inputMode = own.checked ? "text" : "none";
  };
  own.checked = load("own-keyboard", false);
  own.addEventListener("change", () => {
    keep("own-keyboard", own.checked);
    apply();
  });
  apply();
}

if (sheet) bindSheet();
read();
updates.start();
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "run" || event.detail.elt?.id === "run") read();
});
onFailure(() => {
  if (!sheet) return;
  answer.dataset.kind = "";
  setText(answer, gettext("Pas de réponse du serveur : proposez de nouveau."));
});
