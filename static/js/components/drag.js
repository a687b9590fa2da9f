// Dragging of tiles by finger, pen or mouse. A shorter movement than MIN_DISTANCE is a tap.

const MIN_DISTANCE = 8; // pixels

/**
 * @param {HTMLElement} host contains the tiles
 * @param {string} selector of the tiles
 * @param {{onDrop: (tile: HTMLElement, x: number, y: number) => void, onCancel: () => void}} handlers
 * @returns {{hasJustDragged: () => boolean}} true, once, for the click that ends a drag
 */
export function makeDraggable(host, selector, { onDrop, onCancel }) {
  let drag = null;
  let isDragClick = false;

  function startDrag(event) {
    const tile = event.target.closest(selector);
    if (!tile || !event.isPrimary || event.button > 0) return;
    isDragClick = false;
    drag = { tile, id: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false };
  }

  function moveTile(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(dx, dy) < MIN_DISTANCE) return;
    if (!drag.isMoving) {
      drag.isMoving = true;
      drag.tile.setPointerCapture(drag.id);
      drag.tile.classList.add("dragged");
    }
    drag.tile.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  function endDrag(event) {
    const endedDrag = drag;
    drag = null;
    if (!endedDrag?.isMoving || event.pointerId !== endedDrag.id) return;
    isDragClick = true;
    endedDrag.tile.style.transform = "";
    endedDrag.tile.classList.remove("dragged");
    onDrop(endedDrag.tile, event.clientX, event.clientY);
    // A click that belongs to the drag comes before this timer.
    setTimeout(() => {
      isDragClick = false;
    });
  }

  host.addEventListener("pointerdown", startDrag);
  // A quick mouse is beside the host before its first movement is reported.
  document.addEventListener("pointermove", moveTile);
  document.addEventListener("pointerup", endDrag);
  document.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== drag?.id) return;
    drag = null;
    onCancel();
  });

  return {
    hasJustDragged() {
      const hasDragged = isDragClick;
      isDragClick = false;
      return hasDragged;
    },
  };
}
