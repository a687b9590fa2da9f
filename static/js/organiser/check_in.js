// The check-in page: Enter in the search checks the first player of the list in, arrows move in the list;
// after each check-in the search is empty and has the focus.

const search = document.getElementById("check-in-q");
const form = document.getElementById("check-in-search");
const listButtons = () => [...document.querySelectorAll("#check-in [data-tick]")];
let answeredQuery = search.value;
/** Enter was pressed before the answer: the list is not yet that of the typed query. */
let isCheckInPending = false;

function checkFirstIn() {
  isCheckInPending = false;
  listButtons().find((button) => button.getAttribute("aria-pressed") === "false")?.click();
}

form.addEventListener("submit", (event) => {
  if (!window.htmx || !search.value.trim()) return;
  if (answeredQuery !== search.value) {
    isCheckInPending = true;
    return; // the search is sent
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  checkFirstIn();
}, true);

search.addEventListener("input", () => { isCheckInPending = false; });

document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const focusable = [search, ...listButtons()];
  const index = focusable.indexOf(document.activeElement);
  if (!step || index < 0) return;
  event.preventDefault();
  focusable[Math.min(Math.max(index + step, 0), focusable.length - 1)].focus();
});

document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => {
  if (requestConfig.verb === "post") {
    search.value = "";
    search.focus();
    answeredQuery = "";
    return;
  }
  answeredQuery = requestConfig.parameters.q ?? "";
  if (isCheckInPending && answeredQuery === search.value) checkFirstIn();
});
