// The page of a table that was given to another entry. The device can be taken over once the bulletins
// that it has stored for the former entry are on the server, in that entry's name.

import { getElement } from "../dom.js";
import { sendUnsentBulletins } from "./unsent_bulletins.js";
import { SheetStore, getDeviceName } from "./sheet_store.js";

const data = JSON.parse(getElement("moved-data").textContent);
const takeButton = getElement("take");
const csrfInput = document.querySelector("[name=csrfmiddlewaretoken]");

if (takeButton) takeButton.disabled = true;
await sendUnsentBulletins({
  store: new SheetStore(data.entry),
  url: data.bulletinUrl,
  csrfToken: csrfInput.value,
  device: getDeviceName(),
});
if (takeButton) takeButton.disabled = false;
