// Keeps the screen of a tablet on while the page is visible: by the browser's wake lock or, on plain
// http where there is none, by a silent video. Without either the player is warned
// (player/wake_lock_note.js).
//
// The video is the stream of a canvas: nothing is fetched and the security policy stays as it is.
// Chromium and Firefox keep the screen on for any visible stream, even a small mute one, but not for a
// small mute file. Safari does for neither.

const REPAINT_INTERVAL = 5000;

let lock = null;
let video = null;
let reportResult = () => {};

async function tryToKeepScreenOn() {
  if (document.hidden) return;
  if (navigator.wakeLock) await requestLock();
  reportResult((lock ?? (await playVideo())) !== null);
}

async function requestLock() {
  if (lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
    });
  } catch {
    lock = null; // low battery: the video may still work
  }
}

/** Return the video once it plays; null if it is refused before the first touch, or useless here. */
async function playVideo() {
  if ("GestureEvent" in window || !HTMLCanvasElement.prototype.captureStream) return null;
  video ??= createVideo();
  try {
    await video.play();
    return video;
  } catch {
    return null;
  }
}

function createVideo() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const context = canvas.getContext("2d");
  const paint = () => {
    context.fillStyle = context.fillStyle === "#000000" ? "#010101" : "#000000";
    context.fillRect(0, 0, 2, 2);
  };
  const video = document.createElement("video");
  video.className = "awake";
  video.muted = video.playsInline = true;
  video.setAttribute("aria-hidden", "true");
  video.srcObject = canvas.captureStream();
  paint();
  setInterval(paint, REPAINT_INTERVAL);
  document.body.append(video);
  return video;
}

/** @param {(isKeptOn: boolean) => void} [onResult] is called after every try */
export function keepScreenOn(onResult = () => {}) {
  reportResult = onResult;
  document.addEventListener("visibilitychange", tryToKeepScreenOn);
  document.addEventListener("pointerdown", tryToKeepScreenOn);
  tryToKeepScreenOn();
}
