// The cases before the commission, or one of them: what the server drew is fetched again when
// something happens to a case. What is being written stands apart from it and stays.

import { gettext } from "../i18n.js";
import { LivePart } from "../live/part.js";
import { Status } from "../live/socket.js";

/** Fetch at most this often, in milliseconds. */
const PAUSE = 1200;
/** After a request that failed, ask again, in milliseconds. */
const RETRY = 3000;

const live = new LivePart({
  id: "part",
  pause: PAUSE,
  retry: RETRY,
  anyGame: true,
  lost: () => gettext("hors ligne : la page ne suit plus"),
  // A case may be of a game before that of the room, whose numbers are others.
  onState: (_state, message) => {
    if (message.kind === "case") live.ask();
  },
  onFailed: () => live.showConnection(Status.LOST),
});

live.start();
