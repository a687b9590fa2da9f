// The page of slips: it follows the room, and its buttons have keys. What is ticked stays ticked.

import { gettext } from "../i18n.js";
import { LivePart } from "../live/part.js";
import { Status } from "../live/socket.js";

/** Decisions come in bursts: fetch at most this often, in milliseconds. */
const PAUSE = 1200;
/** After a request that failed, the page asks again, in milliseconds, until it is answered. */
const RETRY = 3000;
/** By key, the button that it presses. */
const KEYS = { i: "do-print", r: "do-hand", u: "undo" };

const live = new LivePart({
  id: "slips",
  pause: PAUSE,
  retry: RETRY,
  anyGame: true,
  lost: () => gettext("hors ligne : la liste ne suit plus"),
  onFailed: () => live.showConnection(Status.LOST),
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = document.getElementById(KEYS[event.key] ?? "");
  if (!button) return;
  event.preventDefault();
  button.click();
});

/** Ticks and focus of before, while the part is drawn anew. */
let kept = { ticked: [], focus: "" };

document.addEventListener("htmx:beforeSwap", () => {
  const ticked = [...document.querySelectorAll("[name=slips]:checked")].map((box) => box.id);
  kept = { ticked, focus: document.activeElement?.id ?? "" };
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of kept.ticked) {
    const box = document.getElementById(id);
    if (box) box.checked = true;
  }
  document.getElementById(kept.focus)?.focus();
});

live.start();
