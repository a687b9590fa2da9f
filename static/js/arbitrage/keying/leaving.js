// Whether the page is being left: for another one, or for itself anew.

/** Whoever is still here after this long (ms) did not go: the other page never came. */
const STILL_HERE = 10000;

let waiting = 0;
window.addEventListener("beforeunload", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => { waiting = 0; }, STILL_HERE);
});

export const leaving = () => waiting !== 0;
