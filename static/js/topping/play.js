// The page of a player of a topping: grid, letters, clock and proposals. The state of the run comes with
// the updated part (#run-state, templates/topping/play.html); the answer to a proposal is only whether it
// is the top.

import "../frame.js";
import { BACKSPACE, CLEAR, buildKeypad } from "../bulletin/keypad.js";
import { TextField, eraseFrom, insertInto } from "../bulletin/text_field.js";
import { createGrid, readGridData } from "../components/grid.js";
import { watchFailures } from "../components/outage.js";
import { getElement, setText } from "../dom.js";
import { extractLetters, removeAccents } from "../folding.js";
import { gettext, interpolate } from "../i18n.js";
import { UpdatedPart } from "../live/update_channel.js";
import { HORIZONTAL, JOKER, VERTICAL, formatReference, listSquares } from "../notation.js";
import { RackView } from "../player/rack_view.js";
import { save, load } from "../storage.js";
import { ToppingClock } from "./clock.js";

const gridData = readGridData();
const form = getElement("sheet");
const word = getElement("word");
const reference = getElement("reference");
const answerElement = getElement("answer");

const ANSWER_TEXTS = {
  top: (proposal) => interpolate(gettext("Top : %(proposal)s"), { proposal }),
  "not-top": (proposal) => interpolate(gettext("Pas le top : %(proposal)s"), { proposal }),
  over: () => gettext("Trop tard : ce coup était fini."),
};

const part = new UpdatedPart();
const clock = new ToppingClock({ clock: part.clock, refresh: () => part.refresh() });
const grid = createGrid(getElement("board"), {
  gridData,
  label: gettext("Grille"),
  onTap: form ? tapSquare : null,
});
const rack = new RackView({
  list: getElement("rack"),
  shuffle: getElement("shuffle"),
  sort: getElement("sort"),
  swap: getElement("swap"),
  gridData,
  slots: 7,
  key: "topping-rack",
  onLetter: (letter) => {
    if (form && letter !== JOKER) insertInto(word, letter);
  },
});

let state = null;
let place = null;
let proposal = "";

// --- the state of the run --------------------------------------------------------------------

function showRun() {
  const oldState = state;
  state = JSON.parse(getElement("run-state").textContent);
  part.clock.setEstimate(state.now);
  document.body.dataset.phase = state.phase; // before showTurn: a hidden field cannot be focused
  if (!oldState || oldState.turn !== state.turn || oldState.phase !== state.phase) showTurn(oldState);
  clock.show(state);
  grid.update(state.rows, state.last);
  rack.setLetters(state.rack, `${location.pathname}:${state.turn}`, state.slots);
  if (state.answer) showAnswer(state.answer);
  showPlace();
}

/** Show another turn or phase; the proposal for the last turn is cleared. */
function showTurn(oldState) {
  setText(getElement("turn-name"), state.turn ? interpolate(gettext("Coup %(turn)s"), state) : "");
  if (!form) return;
  const isPlaying = state.phase === "playing";
  for (const field of form.elements) field.disabled = !isPlaying;
  if (oldState?.turn !== state.turn || state.phase === "done") {
    word.value = "";
    reference.value = "";
    place = null;
    if (!state.answer) showAnswer("");
  }
  if (isPlaying) word.focus();
}

function showAnswer(kind) {
  answerElement.dataset.kind = kind;
  setText(answerElement, ANSWER_TEXTS[kind]?.(proposal) ?? "");
}

// --- proposals ---------------------------------------------------------------------------------

/** Write the reference of the tapped square; a second tap turns its direction. */
function tapSquare(row, col) {
  if (form.elements.propose?.disabled) return;
  let direction = place?.direction ?? HORIZONTAL;
  if (place?.row === row && place.col === col) {
    direction = direction === HORIZONTAL ? VERTICAL : HORIZONTAL;
  }
  place = { row, col, direction };
  reference.value = formatReference(row, col, direction);
  showPlace();
  word.focus();
}

/** Show on the grid where the word would be. */
function showPlace() {
  grid.outline(form ? listSquares(word.value || "A", reference.value) : []);
}

function sendProposal(event) {
  event.preventDefault();
  const text = word.value;
  if (text.length < 2 || listSquares("A", reference.value).length === 0) {
    answerElement.dataset.kind = "";
    setText(answerElement, gettext("Écrivez un mot et sa référence : touchez sa première case."));
    (text.length < 2 ? word : reference).focus();
    return;
  }
  proposal = `${text} ${reference.value}`;
  showAnswer("");
  const request = window.htmx.ajax("POST", getElement("run").dataset.say, {
    target: "#run",
    swap: "outerHTML",
    values: {
      turn: state.turn,
      word: text,
      ref: reference.value,
      csrfmiddlewaretoken: document.querySelector("[name=csrfmiddlewaretoken]").value,
    },
  });
  request.catch(() => {}); // watchFailures shows it
  word.focus();
  word.select();
}

function bindForm() {
  const handlers = { onText: showPlace, onFocus: () => {} };
  new TextField(word, { ...handlers, clean: extractLetters });
  new TextField(reference, {
    ...handlers,
    clean: (text) => removeAccents(text).toUpperCase().replace(/[^A-O0-9]/g, ""),
    onText: () => {
      place = null;
      showPlace();
    },
  });
  const getActiveField = () => (document.activeElement === reference ? reference : word);
  buildKeypad(getElement("keypad"), (key) => {
    if (key === CLEAR) {
      for (const field of [word, reference]) {
        field.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    } else if (key === BACKSPACE) eraseFrom(getActiveField());
    else insertInto(/\d/.test(key) ? reference : getActiveField(), key);
  });
  form.addEventListener("submit", sendProposal);
  const keyboardBox = getElement("own-keyboard");
  const applyKeyboard = () => {
    form.classList.toggle("own-keyboard", keyboardBox.checked);
    word.inputMode = reference.inputMode = keyboardBox.checked ? "text" : "none";
  };
  keyboardBox.checked = load("own-keyboard", false);
  keyboardBox.addEventListener("change", () => {
    save("own-keyboard", keyboardBox.checked);
    applyKeyboard();
  });
  applyKeyboard();
}

if (form) bindForm();
showRun();
part.start();
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "run" || event.detail.elt?.id === "run") showRun();
});
watchFailures(() => {
  if (!form) return;
  answerElement.dataset.kind = "";
  setText(answerElement, gettext("Pas de réponse du serveur : proposez de nouveau."));
});
