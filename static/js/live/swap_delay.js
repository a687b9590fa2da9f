// Delays htmx's replacement of a part while a pointer is down: the pressed button would disappear before
// its release, and the tap would be lost.

/**
 * @param {{isPart: (elt: Element) => boolean, onDelayed?: () => void, refresh: () => void}} options
 *   `isPart` of the element that sent the request; `onDelayed` is called when its answer is dropped,
 *   `refresh` after the release
 */
export function delaySwapsWhilePressed({ isPart, onDelayed = () => {}, refresh }) {
  let isPressed = false;
  let isDelayed = false;

  function endPress() {
    isPressed = false;
    if (isDelayed) refresh();
    isDelayed = false;
  }

  window.addEventListener("pointerdown", () => { isPressed = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, endPress, true);
  window.addEventListener("blur", endPress);
  window.addEventListener("pointermove", ({ buttons }) => {
    if (isPressed && !buttons) endPress(); // it was released outside the window
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig } = event.detail;
    if (!isPressed || requestConfig?.verb !== "get" || !isPart(requestConfig.elt)) return;
    event.detail.shouldSwap = false;
    isDelayed = true;
    onDelayed();
  });
}
