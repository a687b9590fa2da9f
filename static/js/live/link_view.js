// Says whether the page is connected (#link), in a place that is always there.

import { icon, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { Status } from "./socket.js";

function wording(status) {
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

export function showLink(status) {
  const box = document.getElementById("link");
  const [symbol, text] = wording(status);
  box.dataset.status = status;
  box.querySelector(".icon").replaceWith(icon(symbol));
  setText(box.querySelector("span"), text);
}
