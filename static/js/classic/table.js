// The tablet of a player of a classic match: commands are sent until they are answered; the server draws
// the part that shows the game.

import "../frame.js";
import "../components/dialog.js";
import { getElement, setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { keepScreenOn } from "../live/wake_lock.js";
import { UpdatedPart } from "../live/update_channel.js";
import { showConnection } from "../live/connection_view.js";
import { Status } from "../live/socket.js";
import { runClocks } from "../live/clocks.js";
import { CommandSender } from "./command_sender.js";
import { preserveInputs } from "./preserved_inputs.js";
import { MoveForm } from "./move_form.js";
import { extractLettersAndJokers } from "./word_input.js";

const getCsrfToken = () => document.querySelector("[name=csrfmiddlewaretoken]").value;
const readState = () => JSON.parse(getElement("match-state").textContent);

/** Time between two refreshes while the page is not connected, in milliseconds. */
const REFRESH_INTERVAL = 5000;

let state = readState();
let isExchanging = false;
let status = Status.CONNECTING;

const part = new UpdatedPart({ onStatus: showStatus });
const moveForm = new MoveForm({ key: `match:${state.seat}`, onExchange: showExchangeLetters });
const drawClocks = runClocks(part.clock);
const sender = new CommandSender({
  address: state.address,
  storageKey: `match-command:${state.seat}`,
  getCsrfToken,
  onWaiting: showWaiting,
  onAnswer: showAnswer,
});

function showStatus(newStatus) {
  status = newStatus;
  showConnection(newStatus);
  showOffline();
}

/** Show that a command is not sent yet, or that the connection is lost. */
function showOffline() {
  const waitingCommand = sender.waitingCommand;
  const isLost = status === Status.LOST;
  const isLate = waitingCommand && attempts > 0;
  getElement("offline").hidden = !isLost && !isLate;
  setText(getElement("offline-title"), gettext("Pas de réseau"));
  setText(
    getElement("offline-text"),
    waitingCommand
      ? interpolate(
          gettext("« %(label)s » n’est pas encore parti : il part dès que le réseau revient, une seule fois. Gardez cette page ouverte. La pendule du serveur continue."),
          { label: waitingCommand.label },
        )
      : gettext("Cette tablette ne suit plus la partie ; la pendule du serveur continue. Appelez un arbitre si cela dure."),
  );
}
let attempts = 0;

function showWaiting(waiting) {
  attempts = waiting?.attempt ?? 0;
  document.body.toggleAttribute("data-sending", waiting !== null);
  showOffline();
}

function showAnswer(problem, command) {
  setText(getElement("refused-text"), problem);
  getElement("refused").hidden = !problem;
  if (!problem && command.do === "play") moveForm.clear();
  if (!problem && command.do === "exchange") showExchange(false);
  part.refresh();
}

/** Disable the buttons of commands that are allowed later. While an answer is awaited no button is
 *  disabled: `CommandSender` stores the next command. */
function disableEarlyButtons() {
  for (const node of document.querySelectorAll("[data-do][data-at]")) {
    node.disabled = Number(node.dataset.at) > part.clock.now();
  }
}

function showPart() {
  state = readState();
  const allowedCommands = new Set(state.allowed_commands);
  part.clock.setEstimate(state.now);
  document.body.dataset.allowed = state.allowed_commands.join(" ");
  if (!allowedCommands.has("exchange")) showExchange(false);
  getElement("exchange-open").hidden = !allowedCommands.has("exchange");
  getElement("sheet").hidden = !allowedCommands.has("play") || isExchanging;
  document.querySelector(".play-board").hidden = state.rows.length === 0;
  document.querySelector(".play-rack").hidden = state.rows.length === 0 || state.is_recorded;
  moveForm.setState({
    rows: state.rows,
    rack: state.rack,
    lastMove: state.last_move,
    canLay: allowedCommands.has("play"),
  });
  setText(getElement("announce"), state.spoken_text);
  drawClocks();
  disableEarlyButtons();
}

function showExchange(isOpen) {
  if (isOpen === isExchanging) return;
  isExchanging = isOpen;
  getElement("exchange").hidden = !isOpen;
  getElement("sheet").hidden = isOpen || !state.allowed_commands.includes("play");
  getElement("exchange-letters").value = "";
  moveForm.setExchanging(isOpen);
  showExchangeLetters("");
  if (isOpen) getElement("exchange-letters").focus();
}

/** Show the letters to exchange, touched or typed. */
function showExchangeLetters(letters) {
  const count = letters.length;
  const field = getElement("exchange-letters");
  if (field.value !== letters) field.value = letters;
  const text = ngettext("Je change %(count)s lettre", "Je change %(count)s lettres", count);
  setText(getElement("exchange-do"), interpolate(text, { count }));
  getElement("exchange-do").disabled = count === 0;
}

getElement("sheet").addEventListener("submit", (event) => {
  event.preventDefault();
  const move = moveForm.readMove();
  moveForm.showNote(move.problem ?? "");
  if (move.problem) return;
  const label = interpolate(ngettext("%(word)s en %(ref)s, %(score)s point", "%(word)s en %(ref)s, %(score)s points", move.score), {
    word: move.word.toUpperCase(),
    ref: move.ref,
    score: move.score,
  });
  sendCommand({ do: "play", ...move }, label);
});

getElement("exchange-open").addEventListener("click", () => showExchange(true));
getElement("exchange-cancel").addEventListener("click", () => showExchange(false));
getElement("exchange-letters").addEventListener("input", (event) => {
  showExchangeLetters(extractLettersAndJokers(event.target.value));
});
getElement("exchange").addEventListener("submit", (event) => {
  event.preventDefault();
  const letters = getElement("exchange-letters").value;
  if (letters) sendCommand({ do: "exchange", letters }, getElement("exchange-do").textContent);
});

/** <button data-do="name" data-command-label="…"> sends a command; in a <form data-fields>, with its fields. */
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button || button.disabled) return;
  const form = button.closest("form[data-fields]");
  if (form && !form.reportValidity()) return;
  const fields = form ? new FormData(form) : new FormData();
  const command = { do: button.dataset.do };
  for (const [name, value] of fields) command[name] = value;
  if (form?.elements.words) command.words = fields.getAll("words"); // none ticked: an empty list
  if (button.dataset.totals) command.totals = button.dataset.totals;
  if (button.dataset.event) command.event = Number(button.dataset.event);
  sendCommand(command, button.dataset.commandLabel ?? button.textContent.trim());
});
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-fields]");
  if (!form) return;
  event.preventDefault();
  form.querySelector("[data-do]").click();
});

function sendCommand(command, label) {
  getElement("refused").hidden = true;
  sender.send({ ...command, game: state.game, moves: state.move_count }, label);
}

preserveInputs(showPart);
keepScreenOn(() => {});
setInterval(() => {
  if (status !== Status.LIVE) part.refresh();
}, REFRESH_INTERVAL);
setInterval(disableEarlyButtons, 500); // enables them as their time comes
showPart();
part.start();
sender.start();
