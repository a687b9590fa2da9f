// The double arbiter's queue: it follows the room, and his verdict is a key. While he works on a
// bulletin the page stays on it.

import { gettext } from "../i18n.js";
import { LivePart } from "../live/part.js";
import { Status } from "../live/socket.js";

/** Decisions come in bursts: fetch at most this often, in milliseconds. */
const PAUSE = 1200;
/** After a request that failed, the page asks again, in milliseconds, until it is answered. */
const RETRY = 3000;
/** By key, the button or link that it presses; digits are the readings of the bulletin. */
const KEYS = { Enter: "look-software", 0: "look-zero", d: "to-differences" };
const MOVES = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

const part = () => document.getElementById("looks");

const live = new LivePart({
  id: "looks",
  pause: PAUSE,
  retry: RETRY,
  anyGame: true,
  lost: () => gettext("hors ligne : la liste ne suit plus"),
  onFailed: () => live.showConnection(Status.LOST),
});

/** What is asked for again is the bulletin before him, of the game before him. */
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt !== part()) return;
  const asked = new URLSearchParams(location.search);
  if (part().dataset.at) asked.set("at", part().dataset.at);
  event.detail.path += `?${asked}`;
});

function step(by) {
  const links = [...document.querySelectorAll("#waiting [data-look]")];
  const at = links.findIndex((link) => link.ariaCurrent === "true");
  links[at + by]?.click();
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, button, a, summary");
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (typing && (event.key === "Enter" || typing.matches("input"))) return;
  if (event.key in MOVES) {
    event.preventDefault();
    step(MOVES[event.key]);
  } else if (event.key === "m") {
    event.preventDefault();
    document.getElementById("look-otherwise")?.setAttribute("open", "");
    document.querySelector("#look-other input[type=radio]")?.focus();
  } else {
    document.getElementById(KEYS[event.key] ?? `look-${event.key}`)?.click();
  }
});

/** Typed for another verdict and where the focus was, while the part is drawn anew. */
let kept = { points: "", sanction: "", focus: "", at: "", open: false };

document.addEventListener("htmx:beforeSwap", () => {
  const form = document.getElementById("look-other");
  kept = {
    points: form?.elements.points.value ?? "",
    sanction: form?.elements.sanction.value ?? "",
    focus: document.activeElement?.id ?? "",
    at: part().dataset.at,
    open: document.getElementById("look-otherwise")?.open ?? false,
  };
});
document.addEventListener("htmx:afterSwap", () => {
  if (part().dataset.at !== kept.at) {
    document.querySelector("#waiting tr.current")?.scrollIntoView({ block: "nearest" });
  }
  const form = document.getElementById("look-other");
  if (!form || part().dataset.at !== kept.at) return;
  document.getElementById("look-otherwise").open = kept.open;
  form.elements.points.value = kept.points;
  form.elements.sanction.value = kept.sanction;
  if (kept.focus) document.getElementById(kept.focus)?.focus();
});

live.start();
