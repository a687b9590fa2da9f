// The part of the page that the server draws anew: what was ticked or unfolded in it, and where the
// keyboard was, stay.

const ticked = () => [...document.querySelectorAll("[data-beside] input:checked")].map(({ id }) => id);
const unfolded = () => [...document.querySelectorAll("[data-beside] details[open]")].map(({ id }) => id);
const scrolled = () =>
  [...document.querySelectorAll("[data-beside] .scroll")].map(({ id, scrollTop }) => [id, scrollTop]);
const typed = () =>
  [...document.querySelectorAll("[data-beside] input:is([type=text], [type=number]), [data-beside] textarea")].map(
    ({ id, value }) => [id, value],
  );

/** Calls `show` whenever a new part stands there. */
export function keepInPart(show) {
  let before = null;

  document.addEventListener("htmx:beforeSwap", () => {
    before = {
      ticked: ticked(),
      unfolded: unfolded(),
      scrolled: scrolled(),
      typed: typed(),
      focused: document.activeElement?.closest("[data-beside]") ? document.activeElement.id : "",
    };
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const { requestConfig, xhr } = event.detail;
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
