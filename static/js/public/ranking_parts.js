// The rows of a long ranking after the first: the next part is loaded when the end of the table comes
// near. Sorting loads all of them.

const MARGIN = "1000px";

const getPart = () => document.getElementById("page-part");
const getRest = () => document.getElementById("ranking-rest");
const getBody = () => document.querySelector("#page-part .ranking tbody");

/** Rows that the page showed before its last update, and the height of the part in pixels. */
let rowCount = 0;
let height = 0;
let loading = false;

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

/** Load parts until `count` rows are there. */
async function loadRows(count) {
  if (loading) return;
  loading = true;
  try {
    while (getBody().rows.length < count && (await loadPart()));
    rowCount = Math.max(rowCount, getBody().rows.length);
  } catch {
    // No network: the link is still there.
  } finally {
    loading = false;
    getPart().style.minHeight = "";
    height = getPart().offsetHeight;
  }
}

const observer = new IntersectionObserver(
  (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadRows(getBody().rows.length + 1),
  { rootMargin: MARGIN },
);

function observeEnd() {
  observer.disconnect();
  if (getRest()) observer.observe(getRest());
}

document.addEventListener("click", async (event) => {
  if (event.target.closest("#ranking-rest a")) {
    event.preventDefault();
    loadRows(getBody().rows.length + 1);
  }
  const button = event.target.closest("#page-part th[data-sort] button");
  if (!button || !getRest()) return;
  event.stopPropagation();
  await loadRows(Infinity);
  if (!getRest()) button.click();
}, { capture: true });

// The new part has the first rows only: the others follow, and nothing moves until then.
document.addEventListener("page-updated", async () => {
  if (getRest() && rowCount > getBody().rows.length) {
    getPart().style.minHeight = `${height}px`;
    await loadRows(rowCount);
    document.dispatchEvent(new CustomEvent("rows-added"));
  }
  observeEnd();
});
observeEnd();
