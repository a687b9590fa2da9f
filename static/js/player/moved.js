// The table is somebody else's now. Nobody takes it over here before what this device still keeps
// for the one who sat here has reached the server, under his name.

import { by } from "../dom.js";
import { deliverLeftovers } from "./leftovers.js";
import { SheetStore, deviceName } from "./sheet_store.js";

const data = JSON.parse(by("moved-data").textContent);
const take = by("take");
const token = document.querySelector("[name=csrfmiddlewaretoken]");

if (take) take.disabled = true;
await deliverLeftovers({
  store: new SheetStore(data.entry),
  url: data.bulletinUrl,
  csrf: token.value,
  device: deviceName(),
});
if (take) take.disabled = false;
