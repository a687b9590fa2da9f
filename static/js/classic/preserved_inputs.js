// Preserves what was ticked, unfolded, scrolled, typed and focused in the part when a new one replaces
// it. The content of other elements comes with the part, as <template data-for="id">.

const PART_SELECTOR = ".match-part";
const listElements = (selector) => [...document.querySelectorAll(`${PART_SELECTOR} :is(${selector})`)];
const listTicked = () => listElements("input:checked").map(({ id }) => id);
const listUnfolded = () => listElements("details[open]").map(({ id }) => id);
const listScrolled = () => listElements(".scroll").map(({ id, scrollTop }) => [id, scrollTop]);
const listTyped = () =>
  listElements("input[type=text], select, textarea").map(({ id, value }) => [id, value]);

function placeTemplates() {
  for (const template of document.querySelectorAll(`${PART_SELECTOR} template[data-for]`)) {
    document.getElementById(template.dataset.for).replaceChildren(template.content);
  }
}

/** Restore the inputs after each replacement of the part, and call `onReplaced`. */
export function preserveInputs(onReplaced) {
  let saved = null;
  placeTemplates();

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.detail.requestConfig?.elt.matches(`${PART_SELECTOR}, ${PART_SELECTOR} *`)) return;
    saved = {
      ticked: listTicked(),
      unfolded: listUnfolded(),
      scrolled: listScrolled(),
      typed: listTyped(),
      focused: document.activeElement?.closest(PART_SELECTOR) ? document.activeElement.id : "",
    };
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const { requestConfig, xhr } = event.detail;
    placeTemplates();
    if (requestConfig?.verb === "post" && xhr.status < 400) saved = null; // they were accepted
    const findById = (id) => id && document.getElementById(id);
    for (const id of saved?.ticked ?? []) if (findById(id)) findById(id).checked = true;
    for (const id of saved?.unfolded ?? []) if (findById(id)) findById(id).open = true;
    for (const [id, top] of saved?.scrolled ?? []) if (findById(id)) findById(id).scrollTop = top;
    for (const [id, text] of saved?.typed ?? []) if (findById(id)) findById(id).value = text;
    onReplaced();
    if (saved?.focused) findById(saved.focused)?.focus({ preventScroll: true });
    saved = null;
  });
}
