// The double arbiter's queue: it follows the room, and keys give verdicts. The page stays on its bulletin
// until the double arbiter moves on.

import { gettext } from "../i18n.js";
import { LivePart } from "../live/live_part.js";
import { Status } from "../live/socket.js";

/** By key, the id of the button or link that it presses; other digits press the reading of that number. */
const ELEMENT_IDS = { Enter: "look-software", 0: "look-zero", d: "to-differences" };
const MOVES = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

const getPart = () => document.getElementById("looks");

const livePart = new LivePart({
  id: "looks",
  showsAnyGame: true,
  getLostText: () => gettext("hors ligne : la liste ne suit plus"),
  onFailed: () => livePart.showConnection(Status.LOST),
});

/** Every request for the part names the bulletin and the game that are shown. */
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt !== getPart()) return;
  const parameters = new URLSearchParams(location.search);
  if (getPart().dataset.at) parameters.set("at", getPart().dataset.at);
  event.detail.path += `?${parameters}`;
});

function moveBy(offset) {
  const links = [...document.querySelectorAll("#waiting [data-look]")];
  const index = links.findIndex((link) => link.ariaCurrent === "true");
  links[index + offset]?.click();
}

document.addEventListener("keydown", (event) => {
  const focused = event.target.closest("input, textarea, select, button, a, summary");
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (focused && (event.key === "Enter" || focused.matches("input"))) return;
  if (event.key in MOVES) {
    event.preventDefault();
    moveBy(MOVES[event.key]);
  } else if (event.key === "m") {
    event.preventDefault();
    document.getElementById("look-otherwise")?.setAttribute("open", "");
    document.querySelector("#look-other input[type=radio]")?.focus();
  } else {
    document.getElementById(ELEMENT_IDS[event.key] ?? `look-${event.key}`)?.click();
  }
});

/** Typed verdict and id of the focused element, restored after a swap. */
let saved = { points: "", sanction: "", focusedId: "", at: "", isOpen: false };

document.addEventListener("htmx:beforeSwap", () => {
  const form = document.getElementById("look-other");
  saved = {
    points: form?.elements.points.value ?? "",
    sanction: form?.elements.sanction.value ?? "",
    focusedId: document.activeElement?.id ?? "",
    at: getPart().dataset.at,
    isOpen: document.getElementById("look-otherwise")?.open ?? false,
  };
});
document.addEventListener("htmx:afterSwap", () => {
  if (getPart().dataset.at !== saved.at) {
    document.querySelector("#waiting tr.current")?.scrollIntoView({ block: "nearest" });
  }
  const form = document.getElementById("look-other");
  if (!form || getPart().dataset.at !== saved.at) return;
  document.getElementById("look-otherwise").open = saved.isOpen;
  form.elements.points.value = saved.points;
  form.elements.sanction.value = saved.sanction;
  if (saved.focusedId) document.getElementById(saved.focusedId)?.focus();
});

livePart.start();
