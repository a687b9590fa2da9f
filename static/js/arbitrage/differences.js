// The differences of second looks: the page follows the room; typed text stays (hx-preserve).

import { gettext } from "../i18n.js";
import { LivePart } from "../live/live_part.js";
import { Status } from "../live/socket.js";

const livePart = new LivePart({
  id: "differences",
  showsAnyGame: true,
  getLostText: () => gettext("hors ligne : la liste ne suit plus"),
  onFailed: () => livePart.showConnection(Status.LOST),
});

livePart.start();
