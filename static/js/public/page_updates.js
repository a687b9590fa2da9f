// Updates a public page without a reload: it is fetched every data-update-interval seconds, and <div id="page-part"
// data-update-interval data-stamp> is replaced if it has changed. An unchanged page is answered without a body.
// With data-update-url, that address answers with the part alone.

// Seconds before a page that is known to be old is fetched: several changes often follow each other.
const OUTDATED_PAUSE = 3;
const JITTER = 0.25; // the phones of a hall must not send their requests at the same moment

let currentHtml = "";
let timer = null;

/** List the elements that the keyboard reaches, in their order. */
const listFocusable = (root) => [...root.querySelectorAll("a, button, input, summary, [tabindex]")];
const getPart = () => document.getElementById("page-part");
/** List the addresses of the page's style sheets and scripts. */
const listFiles = (page) =>
  Array.from(page.querySelectorAll("link[rel=stylesheet], script[src]"), (element) =>
    element.getAttribute("href") ?? element.getAttribute("src"));
const describeElement = (element) =>
  [element.id, element.getAttribute("href"), element.textContent].join("\n");

/** Return the focusable element of `newPart` like the one at `index` of the old ones, else at `index`. */
function findSameElement(newPart, oldElements, index) {
  const candidates = listFocusable(newPart);
  const description = describeElement(oldElements[index]);
  return candidates.find((element) => describeElement(element) === description) ?? candidates[index];
}

/** Replace the part; unfolded details, scroll positions and focus are restored. */
function replacePart(page) {
  const newPart = page.getElementById("page-part");
  const oldPart = getPart();
  const html = newPart?.innerHTML ?? currentHtml;
  if (html === currentHtml) return;
  if (listFiles(page).some((file) => !listFiles(document).includes(file))) {
    location.reload(); // another page has this address now, e.g. since results are public
    return;
  }
  currentHtml = html;
  const openStates = Array.from(oldPart.querySelectorAll("details"), (element) => element.open);
  newPart.querySelectorAll("details").forEach((element, i) => {
    element.open = openStates[i] ?? element.open;
  });
  const scrollLefts = Array.from(oldPart.querySelectorAll(".scroll"), (element) => element.scrollLeft);
  const oldFocusable = listFocusable(oldPart);
  const focusedIndex = oldFocusable.indexOf(document.activeElement);
  oldPart.replaceWith(document.adoptNode(newPart));
  document.querySelectorAll("#page-part .scroll").forEach((element, i) => {
    element.scrollLeft = scrollLefts[i] ?? 0;
  });
  document.dispatchEvent(new CustomEvent("page-updated"));
  if (focusedIndex < 0) return;
  findSameElement(getPart(), oldFocusable, focusedIndex)?.focus({ preventScroll: true });
}

async function checkForUpdate() {
  clearTimeout(timer);
  if (!getPart() || document.hidden) return; // it is checked when it is visible again
  try {
    const address = location.href;
    const { stamp, updateUrl } = getPart().dataset; // no stamp for a signed-in user: nothing is cached
    const answer = await fetch(updateUrl ?? address, { cache: "no-cache" });
    const isUnchanged = stamp && answer.headers.get("ETag")?.includes(stamp);
    if (isUnchanged) document.dispatchEvent(new CustomEvent("page-unchanged"));
    else if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (address === location.href) replacePart(page); // another search may have changed it
    }
  } catch {
    // No network: it is checked again later.
  }
  scheduleCheck();
}

function scheduleCheck(seconds = getPart()?.dataset.updateInterval) {
  const interval = Number(seconds) * 1000;
  clearTimeout(timer);
  if (interval) timer = setTimeout(checkForUpdate, interval * (1 + JITTER * Math.random()));
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) checkForUpdate();
});
document.addEventListener("page-outdated", () => scheduleCheck(OUTDATED_PAUSE));
scheduleCheck();
