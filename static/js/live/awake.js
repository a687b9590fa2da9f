// Keeps the screen of a tablet on while the page is visible: by the browser's own lock, or, on plain
// http where there is none, by a silent moving picture. Whoever has neither is told (player/awake_note.js).
//
// The picture is a canvas played as a stream: nothing is fetched, no policy is loosened, and Chromium
// and Firefox hold the screen for a stream that is in sight however small or mute it is, where they
// ignore a small mute file. Safari holds it for neither.

const REPAINT_EVERY = 5000;

let lock = null;
let picture = null;
let told = () => {};

async function hold() {
  if (document.hidden) return;
  if (navigator.wakeLock) await holdLock();
  told((lock ?? (await playing())) !== null);
}

async function holdLock() {
  if (lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
    });
  } catch {
    lock = null; // low battery: the picture may still do it
  }
}

/** The picture once it plays, or null: refused before the first touch, or of no use here. */
async function playing() {
  if ("GestureEvent" in window || !HTMLCanvasElement.prototype.captureStream) return null;
  picture ??= makePicture();
  try {
    await picture.play();
    return picture;
  } catch {
    return null;
  }
}

function makePicture() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const pen = canvas.getContext("2d");
  const paint = () => {
    pen.fillStyle = pen.fillStyle === "#000000" ? "#010101" : "#000000";
    pen.fillRect(0, 0, 2, 2);
  };
  const video = document.createElement("video");
  video.className = "awake";
  video.muted = video.playsInline = true;
  video.setAttribute("aria-hidden", "true");
  video.srcObject = canvas.captureStream();
  paint();
  setInterval(paint, REPAINT_EVERY);
  document.body.append(video);
  return video;
}

/** @param {(held: boolean) => void} [onHeld] hears at every try whether the screen will stay on */
export function stayAwake(onHeld = () => {}) {
  told = onHeld;
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("pointerdown", hold);
  hold();
}
