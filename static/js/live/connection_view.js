// The state of the connection: shown on tablets and screens (#link), and its texts for #connection.

import { createIcon, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { Status } from "./socket.js";

/** By status, class and text of #connection while the page follows, or tries to. */
export const CONNECTION_TEXTS = {
  [Status.CONNECTING]: ["", () => gettext("connexion…")],
  [Status.LIVE]: ["good", () => gettext("en direct")],
};

function getSymbolAndText(status) {
  return {
    [Status.CONNECTING]: ["wait", gettext("Connexion…")],
    [Status.LIVE]: ["check", gettext("Connecté")],
    [Status.LOST]: ["offline", gettext("Hors ligne")],
    [Status.DISPLACED]: ["alert", gettext("Autre appareil")],
    [Status.RENEWED]: ["alert", gettext("Lien renouvelé")],
    [Status.MOVED]: ["alert", gettext("Place changée")],
    [Status.DENIED]: ["alert", gettext("Lien expiré")],
  }[status];
}

export function showConnection(status) {
  const box = document.getElementById("link");
  const [symbol, text] = getSymbolAndText(status);
  box.dataset.status = status;
  box.querySelector(".icon").replaceWith(createIcon(symbol));
  setText(box.querySelector("span"), text);
}
