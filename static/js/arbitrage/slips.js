// The page of slips: it follows the room, and its buttons have keys. Ticked boxes stay ticked.

import { gettext } from "../i18n.js";
import { LivePart } from "../live/live_part.js";
import { Status } from "../live/socket.js";

/** By key, the id of the button that it presses. */
const BUTTON_IDS = { i: "do-print", r: "do-hand", u: "undo" };

const livePart = new LivePart({
  id: "slips",
  showsAnyGame: true,
  getLostText: () => gettext("hors ligne : la liste ne suit plus"),
  onFailed: () => livePart.showConnection(Status.LOST),
});

document.addEventListener("keydown", (event) => {
  const field = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = document.getElementById(BUTTON_IDS[event.key] ?? "");
  if (!button) return;
  event.preventDefault();
  button.click();
});

/** Ticked boxes and focused element, restored after a swap. */
let saved = { tickedIds: [], focusedId: "" };

document.addEventListener("htmx:beforeSwap", () => {
  const tickedIds = [...document.querySelectorAll("[name=slips]:checked")].map((box) => box.id);
  saved = { tickedIds, focusedId: document.activeElement?.id ?? "" };
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of saved.tickedIds) {
    const box = document.getElementById(id);
    if (box) box.checked = true;
  }
  document.getElementById(saved.focusedId)?.focus();
});

livePart.start();
