// The board of a topping: follows its room; the order that was asked for stays.

import { UpdatedPart } from "../live/update_channel.js";

new UpdatedPart().start();
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.matches?.("[data-beside]")) document.dispatchEvent(new Event("followed"));
});
