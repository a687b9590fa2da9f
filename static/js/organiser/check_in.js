// The check-in page: Enter in the search ticks the first of the list off, the arrows go through the list, and
// whoever was ticked off leaves the search ready for the next one.

const search = document.getElementById("check-in-q");
const form = document.getElementById("check-in-search");
const buttons = () => [...document.querySelectorAll("#check-in [data-tick]")];
let answered = search.value;
/** Enter came before the answer to what is typed: the list on the page is still another one. */
let due = false;

function tickFirst() {
  due = false;
  buttons().find((button) => button.getAttribute("aria-pressed") === "false")?.click();
}

form.addEventListener("submit", (event) => {
  if (!window.htmx || !search.value.trim()) return;
  if (answered !== search.value) {
    due = true;
    return; // the search goes on its way
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  tickFirst();
}, true);

search.addEventListener("input", () => { due = false; });

document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const line = [search, ...buttons()];
  const at = line.indexOf(document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  line[Math.min(Math.max(at + step, 0), line.length - 1)].focus();
});

document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => {
  if (requestConfig.verb === "post") {
    search.value = "";
    search.focus();
    answered = "";
    return;
  }
  answered = requestConfig.parameters.q ?? "";
  if (due && answered === search.value) tickFirst();
});
