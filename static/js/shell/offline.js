// The page that stands in for another while there is no network: tells which bulletins are kept on
// this device, and goes back by itself as soon as the server answers.

import "../frame.js";
import { bulletinNode } from "../bulletin/read_only.js";
import { by, create } from "../dom.js";
import { keysOf, load } from "../storage.js";

const ASK_EVERY = 5000;
const ALIVE = "/sante/vie";

/** Sheets of whatever table and turn that the server has not acknowledged. */
const unsent = () =>
  keysOf("sheet:")
    .map((key) => load(key))
    .filter((kept) => kept && kept.rev > kept.acked);

function tell() {
  const kept = unsent();
  by("kept-some").hidden = kept.length === 0;
  by("kept-none").hidden = kept.length > 0;
  by("kept").replaceChildren(
    ...kept.map(({ sheet }) => {
      const item = create("li");
      item.append(bulletinNode(sheet));
      return item;
    }),
  );
}

async function comeBack() {
  try {
    const answer = await fetch(ALIVE, { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // Still nobody there.
  }
}

tell();
by("again").addEventListener("click", () => location.reload());
window.addEventListener("online", comeBack);
setInterval(comeBack, ASK_EVERY);
