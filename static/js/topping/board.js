// The board of a topping: an updated part whose table keeps the chosen order (components/sortable.js).

import { UpdatedPart } from "../live/update_channel.js";

new UpdatedPart().start();
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.matches?.("[data-update-token]")) document.dispatchEvent(new Event("page-updated"));
});
