// A part of the page is not drawn anew under a finger: the button would be gone when it is let go,
// and the tap lost.

/**
 * @param {{isPart: (elt: Element) => boolean, onHeld?: () => void, ask: () => void}} options
 *   `isPart` of what asked htmx; `onHeld` when its answer is put aside, `ask` for another after it
 */
export function holdWhilePressed({ isPart, onHeld = () => {}, ask }) {
  let pressed = false;
  let held = false;

  function release() {
    pressed = false;
    if (held) ask();
    held = false;
  }

  window.addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, release, true);
  window.addEventListener("blur", release);
  window.addEventListener("pointermove", ({ buttons }) => {
    if (pressed && !buttons) release(); // its end was elsewhere
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig } = event.detail;
    if (!pressed || requestConfig?.verb !== "get" || !isPart(requestConfig.elt)) return;
    event.detail.shouldSwap = false;
    held = true;
    onHeld();
  });
}
