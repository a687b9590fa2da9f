// Tells whether the user is leaving or reloading the page.

/** A page that is still open after this time (ms) is not left: the other page did not load. */
const LEAVING_TIMEOUT = 10000;

let timer = 0;
window.addEventListener("beforeunload", () => {
  clearTimeout(timer);
  timer = setTimeout(() => { timer = 0; }, LEAVING_TIMEOUT);
});

export const isLeaving = () => timer !== 0;
