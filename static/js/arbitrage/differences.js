// The differences of second looks: the page follows the room; typed text stays (hx-preserve).

import { gettext } from "../i18n.js";
import { LivePart } from "../live/live_part.js";
import { Status } from "../live/socket.js";

/** Pause between two fetches, in milliseconds. */
const FETCH_PAUSE = 1200;
/** Pause after a failed request, in milliseconds. */
const RETRY_PAUSE = 3000;

const livePart = new LivePart({
  id: "differences",
  fetchPause: FETCH_PAUSE,
  retryPause: RETRY_PAUSE,
  showsAnyGame: true,
  getLostText: () => gettext("hors ligne : la liste ne suit plus"),
  onFailed: () => livePart.showConnection(Status.LOST),
});

livePart.start();
