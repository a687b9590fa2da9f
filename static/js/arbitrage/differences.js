// The differences of second looks: the page follows the room; what is being typed stays (hx-preserve).

import { gettext } from "../i18n.js";
import { LivePart } from "../live/part.js";
import { Status } from "../live/socket.js";

/** Decisions come in bursts: fetch at most this often, in milliseconds. */
const PAUSE = 1200;
/** After a request that failed, the page asks again, in milliseconds, until it is answered. */
const RETRY = 3000;

const live = new LivePart({
  id: "differences",
  pause: PAUSE,
  retry: RETRY,
  anyGame: true,
  lost: () => gettext("hors ligne : la liste ne suit plus"),
  onFailed: () => live.showConnection(Status.LOST),
});

live.start();
