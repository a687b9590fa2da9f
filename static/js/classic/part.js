// The part of the page that the server draws anew: what was ticked or unfolded in it, and where the
// keyboard was, stay. What stands elsewhere on the page comes in it as <template data-for="id">.

const PART = ".match-part";
const all = (selector) => [...document.querySelectorAll(`${PART} :is(${selector})`)];
const ticked = () => all("input:checked").map(({ id }) => id);
const unfolded = () => all("details[open]").map(({ id }) => id);
const scrolled = () => all(".scroll").map(({ id, scrollTop }) => [id, scrollTop]);
const typed = () => all("input[type=text], select, textarea").map(({ id, value }) => [id, value]);

function placeTemplates() {
  for (const template of document.querySelectorAll(`${PART} template[data-for]`)) {
    document.getElementById(template.dataset.for).replaceChildren(template.content);
  }
}

/** Calls `show` whenever a new part stands there. */
export function keepInPart(show) {
  let before = null;
  placeTemplates();

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.detail.requestConfig?.elt.matches(`${PART}, ${PART} *`)) return;
    before = {
      ticked: ticked(),
      unfolded: unfolded(),
      scrolled: scrolled(),
      typed: typed(),
      focused: document.activeElement?.closest(PART) ? document.activeElement.id : "",
    };
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const { requestConfig, xhr } = event.detail;
    placeTemplates();
    if (requestConfig?.verb === "post" && xhr.status < 400) before = null; // it was done
    const find = (id) => id && document.getElementById(id);
    for (const id of before?.ticked ?? []) if (find(id)) find(id).checked = true;
    for (const id of before?.unfolded ?? []) if (find(id)) find(id).open = true;
    for (const [id, at] of before?.scrolled ?? []) if (find(id)) find(id).scrollTop = at;
    for (const [id, text] of before?.typed ?? []) if (find(id)) find(id).value = text;
    show();
    if (before?.focused) find(before.focused)?.focus({ preventScroll: true });
    before = null;
  });
}
