// The door: Enter in the search ticks the first of the list off, the arrows go through the list, and
// whoever was ticked off leaves the search ready for the next one.

const search = document.getElementById("door-q");
const form = document.getElementById("door-search");
const buttons = () => [...document.querySelectorAll("#door [data-tick]")];
let answered = search.value;

/** The list on the page answers what is typed: a search on its way would tick somebody else off. */
const current = () => answered === search.value;

form.addEventListener("submit", (event) => {
  const first = buttons().find((button) => button.getAttribute("aria-pressed") === "false");
  if (!window.htmx || !search.value.trim() || !current() || !first) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  first.click();
}, true);

document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const line = [search, ...buttons()];
  const at = line.indexOf(document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  line[Math.min(Math.max(at + step, 0), line.length - 1)].focus();
});

document.addEventListener("htmx:afterSwap", ({ detail: { requestConfig } }) => {
  if (requestConfig.verb === "post") {
    search.value = "";
    search.focus();
  }
  answered = requestConfig.verb === "post" ? "" : (requestConfig.parameters.q ?? "");
});
