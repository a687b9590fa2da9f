// The rows of a long ranking after the first: the next part is loaded when the end of the table comes
// near. Sorting loads all of them.

const MARGIN = "1000px";

const getPart = () => document.getElementById("page-part");
const getRest = () => document.getElementById("ranking-rest");
const getBody = () => document.querySelector("#page-part .ranking tbody");

/** Rows that the page showed before its last update: their number, and whether they were all. */
let rowCount = 0;
let wasComplete = false;
/** Height of the part, in pixels. */
let height = 0;
/** Loads follow each other. */
let lastLoad = Promise.resolve();

/** Load the part after the last row; return false if there is none, or none of this version. */
async function loadPart() {
  const rest = getRest();
  if (!rest) return false;
  const answer = await fetch(rest.dataset.rowsUrl);
  if (rest !== getRest()) return true; // the page has been updated meanwhile
  if (!answer.ok) {
    document.dispatchEvent(new CustomEvent("page-outdated"));
    return false;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (rest !== getRest()) return true;
  getBody().append(...page.querySelectorAll("tbody > tr"));
  rest.replaceWith(...page.querySelectorAll("#ranking-rest"));
  observeEnd();
  return true;
}

/** Load parts until `count` rows are there; return false if that failed. */
function loadRows(count) {
  lastLoad = lastLoad.then(() => loadParts(count));
  return lastLoad;
}

async function loadParts(count) {
  try {
    while (getBody().rows.length < count && (await loadPart()));
    rowCount = Math.max(rowCount, getBody().rows.length);
  } catch {
    // No network: the link is still there.
  }
  wasComplete = !getRest();
  getPart().style.minHeight = "";
  height = getPart().offsetHeight;
  return wasComplete || getBody().rows.length >= count;
}

const observer = new IntersectionObserver(
  (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadRows(getBody().rows.length + 1),
  { rootMargin: MARGIN },
);

function observeEnd() {
  observer.disconnect();
  if (getRest()) observer.observe(getRest());
}

async function followLink(link) {
  if (!(await loadRows(getBody().rows.length + 1))) location.href = link.href;
}

async function sortAll(column) {
  if (await loadRows(Infinity)) document.querySelectorAll("#page-part .ranking th button")[column].click();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#ranking-rest a");
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const button = event.target.closest("#page-part th[data-sort] button");
  if (link && isPlain) {
    event.preventDefault();
    followLink(link);
  } else if (button && getRest()) {
    event.stopPropagation();
    sortAll(button.closest("th").cellIndex);
  }
}, { capture: true });

// The new part has the first rows only: the others follow, and nothing moves until then.
document.addEventListener("page-updated", async () => {
  const count = wasComplete ? Infinity : rowCount;
  if (getRest() && count > getBody().rows.length) {
    getPart().style.minHeight = `${height}px`;
    await loadRows(count);
    document.dispatchEvent(new CustomEvent("rows-added"));
  }
  observeEnd();
});
document.addEventListener("page-unchanged", observeEnd);
observeEnd();
