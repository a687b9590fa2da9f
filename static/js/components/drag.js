// Tiles that a finger, a pen or a mouse carries somewhere. A short way is the tap of a shaky hand.

const DRAG_FROM = 8; // pixels

/**
 * @param {HTMLElement} host in which what is dragged lies
 * @param {string} selector of what can be dragged
 * @param {{onDrop: (tile: HTMLElement, x: number, y: number) => void, onCancel: () => void}} handlers
 * @returns {{justDragged: () => boolean}} whether the click that comes now only ends a drag
 */
export function draggable(host, selector, { onDrop, onCancel }) {
  let drag = null;
  let dragged = false;

  function down(event) {
    const tile = event.target.closest(selector);
    if (!tile || !event.isPrimary || event.button > 0) return;
    dragged = false;
    drag = { tile, id: event.pointerId, x: event.clientX, y: event.clientY, on: false };
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.on && Math.hypot(dx, dy) < DRAG_FROM) return;
    if (!drag.on) {
      drag.on = true;
      drag.tile.setPointerCapture(drag.id);
      drag.tile.classList.add("dragged");
    }
    drag.tile.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  function up(event) {
    const done = drag;
    drag = null;
    if (!done?.on || event.pointerId !== done.id) return;
    dragged = true;
    done.tile.style.transform = "";
    done.tile.classList.remove("dragged");
    onDrop(done.tile, event.clientX, event.clientY);
    // The click that follows a drag, if one does, does nothing.
    setTimeout(() => {
      dragged = false;
    });
  }

  host.addEventListener("pointerdown", down);
  host.addEventListener("pointermove", move);
  host.addEventListener("pointerup", up);
  host.addEventListener("pointercancel", () => {
    drag = null;
    onCancel();
  });

  return {
    justDragged() {
      const was = dragged;
      dragged = false;
      return was;
    },
  };
}
