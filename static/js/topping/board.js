// The board of a topping: follows its room; the order that was asked for stays.

import { BesidePart } from "../live/beside.js";

new BesidePart().start();
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.matches?.("[data-beside]")) document.dispatchEvent(new Event("followed"));
});
