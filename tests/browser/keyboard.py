"""Elements of a page that the keyboard does not reach, or reaches without a visible focus."""

from playwright.sync_api import Page

#: Of a group that the arrows walk, one element counts. Where an element is laid unseen over what
#: shows its state, that carries the ring.
WALK = """() => {
  const wrong = [];
  const ring = (element) => {
    const look = getComputedStyle(element);
    return look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2;
  };
  const asked = "a[href], button, input, select, textarea, summary, [tabindex='0'], [hx-post]";
  for (const element of document.querySelectorAll(asked)) {
    const shown = element.checkVisibility({ visibilityProperty: true });
    if (!shown || element.disabled || element.closest("[aria-hidden=true]")) continue;
    if (element.matches("form")) continue;
    if (element.tabIndex < 0 && element.parentElement.querySelector("[tabindex='0']")) continue;
    element.focus();
    const over = getComputedStyle(element).opacity === "0" && element.nextElementSibling;
    const seen = over ? [over, ...over.children] : [element];
    if (element.tabIndex < 0 || document.activeElement !== element || !seen.some(ring))
      wrong.push(element.outerHTML.slice(0, 200));
  }
  return wrong;
}"""


def list_unreachable(page: Page) -> list[str]:
    """List the controls that the keyboard does not reach, or that show no focus ring."""
    page.keyboard.press("Tab")  # from here on the browser shows where the keyboard is
    elements: list[str] = page.evaluate(WALK)
    return elements
