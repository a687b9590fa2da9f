// The tablet of a player of a classic match: what he does goes to the server until it is answered,
// what happened comes as a part that the server draws.

import "../frame.js";
import "../components/dialog.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { stayAwake } from "../live/awake.js";
import { UpdatedPart } from "../live/update_channel.js";
import { showLink } from "../live/link_view.js";
import { Status } from "../live/socket.js";
import { setText } from "../words.js";
import { runClocks } from "../live/clocks.js";
import { Courier } from "./courier.js";
import { keepInPart } from "./part.js";
import { MatchSheet } from "./sheet.js";

const by = (id) => document.getElementById(id);
const csrf = () => document.querySelector("[name=csrfmiddlewaretoken]").value;
const read = () => JSON.parse(by("match-state").textContent);

/** While the page is not told of news it asks for them itself. */
const ASK_EVERY = 5000;

let state = read();
let exchanging = false;
let status = Status.CONNECTING;

const part = new UpdatedPart({ onStatus: statusChanged });
const sheet = new MatchSheet({ key: `match:${state.seat}`, onExchange: showExchanged });
const redraw = runClocks(part.clock);
const courier = new Courier({
  address: state.address,
  store: `match-command:${state.seat}`,
  csrf,
  onWaiting: showWaiting,
  onAnswer: answered,
});

function statusChanged(now) {
  status = now;
  showLink(now);
  showOffline();
}

/** What is not told loudly is thought to have been played. */
function showOffline() {
  const waiting = courier.waiting;
  const lost = status === Status.LOST;
  const late = waiting && tries > 0;
  by("offline").hidden = !lost && !late;
  setText(by("offline-title"), gettext("Pas de réseau"));
  setText(
    by("offline-text"),
    waiting
      ? interpolate(
          gettext("« %(label)s » n’est pas encore parti : il part dès que le réseau revient, une seule fois. Gardez cette page ouverte. La pendule du serveur continue."),
          { label: waiting.label },
        )
      : gettext("Cette tablette ne suit plus la partie ; la pendule du serveur continue. Appelez un arbitre si cela dure."),
  );
}
let tries = 0;

function showWaiting(waiting) {
  tries = waiting?.attempt ?? 0;
  document.body.toggleAttribute("data-sending", waiting !== null);
  showOffline();
}

function answered(problem, command) {
  setText(by("refused-text"), problem);
  by("refused").hidden = !problem;
  if (!problem && command.do === "play") sheet.done();
  if (!problem && command.do === "exchange") showExchange(false);
  part.ask();
}

/** What may only be done after some seconds. While an answer is awaited nothing is closed: a tap
 *  that falls into that moment waits its turn (courier.js). */
function lock() {
  for (const node of document.querySelectorAll("[data-do][data-at]")) {
    node.disabled = Number(node.dataset.at) > part.clock.now();
  }
}

function show() {
  state = read();
  const may = new Set(state.may);
  part.clock.hint(state.now);
  document.body.dataset.may = state.may.join(" ");
  if (!may.has("exchange")) showExchange(false);
  by("exchange-open").hidden = !may.has("exchange");
  by("sheet").hidden = !may.has("play") || exchanging;
  document.querySelector(".play-board").hidden = state.rows.length === 0;
  document.querySelector(".play-rack").hidden = state.rows.length === 0 || state.recorded;
  sheet.set({ rows: state.rows, rack: state.rack, last: state.last, free: may.has("play") });
  if (by("announce").textContent !== state.spoken) by("announce").textContent = state.spoken;
  redraw();
  lock();
}

function showExchange(on) {
  if (on === exchanging) return;
  exchanging = on;
  by("exchange").hidden = !on;
  by("sheet").hidden = on || !state.may.includes("play");
  by("exchange-letters").value = "";
  sheet.exchange(on);
  showExchanged("");
  if (on) by("exchange-letters").focus();
}

/** Letters to reject: touched, or written. */
function showExchanged(letters) {
  const count = letters.length;
  if (by("exchange-letters").value !== letters) by("exchange-letters").value = letters;
  const text = ngettext("Je change %(count)s lettre", "Je change %(count)s lettres", count);
  setText(by("exchange-do"), interpolate(text, { count }));
  by("exchange-do").disabled = count === 0;
}

by("sheet").addEventListener("submit", (event) => {
  event.preventDefault();
  const move = sheet.move();
  sheet.tell(move.problem ?? "");
  if (move.problem) return;
  const label = interpolate(gettext("%(word)s en %(ref)s, %(score)s points"), {
    word: move.word.toUpperCase(),
    ref: move.ref,
    score: move.score,
  });
  act({ do: "play", ...move }, label);
});

by("exchange-open").addEventListener("click", () => showExchange(true));
by("exchange-cancel").addEventListener("click", () => showExchange(false));
by("exchange-letters").addEventListener("input", (event) => {
  showExchanged(event.target.value.toUpperCase().replace(/[^A-Z?]/g, ""));
});
by("exchange").addEventListener("submit", (event) => {
  event.preventDefault();
  const letters = by("exchange-letters").value;
  if (letters) act({ do: "exchange", letters }, by("exchange-do").textContent);
});

/** <button data-do="name" data-said="…"> does it; inside a <form data-slip> with what is filled in. */
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
  act(command, button.dataset.said ?? button.textContent.trim());
});
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-fields]");
  if (!form) return;
  event.preventDefault();
  form.querySelector("[data-do]").click();
});

function act(command, label) {
  by("refused").hidden = true;
  courier.send({ ...command, game: state.game, moves: state.moves }, label);
}

keepInPart(show);
stayAwake(() => {});
setInterval(() => {
  if (status !== Status.LIVE) part.ask();
}, ASK_EVERY);
setInterval(lock, 500); // what may be done only after some seconds opens by itself
show();
part.start();
courier.start();
