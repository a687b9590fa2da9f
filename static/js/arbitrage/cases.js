// The cases before the commission, or one of them: the part that the server draws is fetched again when
// a case changes. The forms are outside it.

import { gettext } from "../i18n.js";
import { LivePart } from "../live/live_part.js";
import { Status } from "../live/socket.js";

/** Pause between two fetches, in milliseconds. */
const FETCH_PAUSE = 1200;
/** Pause after a failed request, in milliseconds. */
const RETRY_PAUSE = 3000;

const livePart = new LivePart({
  id: "part",
  fetchPause: FETCH_PAUSE,
  retryPause: RETRY_PAUSE,
  showsAnyGame: true,
  getLostText: () => gettext("hors ligne : la page ne suit plus"),
  // A case may be of an earlier game than the room's: their numbers cannot be compared.
  onState: (_state, message) => {
    if (message.kind === "case") livePart.refresh();
  },
  onFailed: () => livePart.showConnection(Status.LOST),
});

livePart.start();
