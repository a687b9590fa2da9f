// Hides the header of the big screen (screen.css) some seconds after the last movement of a pointer or key.

const HIDDEN_AFTER = 4000;

/** Begin to hide the header of the page, which comes back by itself. */
export function hideIdleHeader() {
  let timer = 0;
  const show = () => {
    delete document.body.dataset.idle;
    clearTimeout(timer);
    timer = setTimeout(() => {
      document.body.dataset.idle = "";
    }, HIDDEN_AFTER);
  };
  let lastPosition = "";
  // A page that changes under a pointer at rest sends pointermove, too.
  const showIfMoved = ({ screenX, screenY }) => {
    const position = `${screenX} ${screenY}`;
    if (position !== lastPosition) show();
    lastPosition = position;
  };
  document.addEventListener("pointermove", showIfMoved);
  for (const name of ["pointerdown", "keydown", "focusin"]) document.addEventListener(name, show);
  show();
}
