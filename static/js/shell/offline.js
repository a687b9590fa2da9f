// The page that the service worker shows without network: lists the bulletins stored on this device, and
// reloads as soon as the server answers.

import "../frame.js";
import { createBulletinNode } from "../bulletin/bulletin_nodes.js";
import { getElement, createElement } from "../dom.js";
import { listKeys, load } from "../storage.js";

const CHECK_INTERVAL = 5000;
const HEALTH_URL = "/sante/vie";

/** List the stored records, of all tables and turns, that the server has not acknowledged. */
const listUnsent = () =>
  listKeys("sheet:")
    .map((key) => load(key))
    .filter((record) => record && record.rev > record.acked);

function showUnsent() {
  const records = listUnsent();
  getElement("unsent-bulletins").hidden = records.length === 0;
  getElement("no-unsent").hidden = records.length > 0;
  getElement("unsent-list").replaceChildren(
    ...records.map(({ sheet }) => {
      const item = createElement("li");
      item.append(createBulletinNode(sheet));
      return item;
    }),
  );
}

async function reloadIfOnline() {
  try {
    const answer = await fetch(HEALTH_URL, { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // The server still does not answer.
  }
}

showUnsent();
getElement("again").addEventListener("click", () => location.reload());
window.addEventListener("online", reloadIfOnline);
setInterval(reloadIfOnline, CHECK_INTERVAL);
