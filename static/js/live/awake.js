// Keeps the screen of a tablet on while the page is visible, where the browser allows it.

let lock = null;

async function hold() {
  if (document.hidden || !navigator.wakeLock || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
    });
  } catch {
    lock = null; // low battery, or not a secure origin
  }
}

export function stayAwake() {
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("pointerdown", hold);
  hold();
}
