// A page that follows new results without being loaded again: it asks whether anything is new, which
// costs an answer without a body, and takes in what is. <div id="followed"
// data-follow="seconds" data-stamp="…">.

const AWHILE = 0.25; // a whole hall does not ask at the same moment

let source = "";
let timer = null;

/** What the keyboard comes to, in its order. */
const reached = (root) => [...root.querySelectorAll("a, button, input, summary, [tabindex]")];
const part = () => document.getElementById("followed");
/** What the page wears and runs. */
const files = (page) =>
  Array.from(page.querySelectorAll("link[rel=stylesheet], script[src]"), (one) =>
    one.getAttribute("href") ?? one.getAttribute("src"));
const told = (one) => [one.id, one.getAttribute("href"), one.textContent].join("\n");

/** Where in `fresh` the keyboard goes on that stood on the `place`th of `old`. */
function sameIn(fresh, old, place) {
  const all = reached(fresh);
  return all.find((one) => told(one) === told(old[place])) ?? all[place];
}

/** Put the new part in place of the old one; what was unfolded, and where one was, stay. */
function take(page) {
  const fresh = page.getElementById("followed");
  const old = part();
  const found = fresh?.innerHTML ?? source;
  if (found === source) return;
  if (files(page).some((file) => !files(document).includes(file))) {
    location.reload(); // results have become public: another page stands at this address
    return;
  }
  source = found;
  const open = Array.from(old.querySelectorAll("details"), (one) => one.open);
  fresh.querySelectorAll("details").forEach((one, i) => { one.open = open[i] ?? one.open; });
  const across = Array.from(old.querySelectorAll(".scroll"), (one) => one.scrollLeft);
  const before = reached(old);
  const focused = before.indexOf(document.activeElement);
  old.replaceWith(document.adoptNode(fresh));
  document.querySelectorAll("#followed .scroll").forEach((one, i) => {
    one.scrollLeft = across[i] ?? 0;
  });
  document.dispatchEvent(new CustomEvent("followed"));
  if (focused >= 0) sameIn(part(), before, focused)?.focus({ preventScroll: true });
}

async function ask() {
  clearTimeout(timer);
  if (!part() || document.hidden) return; // asked when it is looked at again
  try {
    const address = location.href;
    const answer = await fetch(address, { cache: "no-cache" });
    const { stamp } = part().dataset; // none for whoever is signed in: his page is his own
    const unchanged = stamp && answer.headers.get("ETag")?.includes(stamp);
    if (answer.ok && !unchanged) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (address === location.href) take(page); // else something else was looked for meanwhile
    }
  } catch {
    // No network: asked again later.
  }
  wait();
}

function wait() {
  const every = Number(part()?.dataset.follow) * 1000;
  if (every) timer = setTimeout(ask, every * (1 + AWHILE * Math.random()));
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) ask();
});
wait();
