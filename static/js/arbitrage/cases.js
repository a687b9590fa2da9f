// The cases before the commission, or one of them: the part that the server draws is fetched again when
// a case changes. The forms are outside it.

import { gettext } from "../i18n.js";
import { LivePart } from "../live/live_part.js";
import { Status } from "../live/socket.js";

const livePart = new LivePart({
  id: "part",
  showsAnyGame: true,
  getLostText: () => gettext("hors ligne : la page ne suit plus"),
  // A case may be of an earlier game than the room's: their numbers cannot be compared.
  onState: (_state, message) => {
    if (message.kind === "case") livePart.refresh();
  },
  onFailed: () => livePart.showConnection(Status.LOST),
});

livePart.start();
