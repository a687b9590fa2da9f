// How many bulletins of the turn are where, in the words of every page (tournament/words/slips.py).

const RARE = ["typed", "to_type", "late", "missing", "to_decide"];

/** "Attendus : 60 · Ramassés : 57 · À saisir : 3"; "" before the bell. */
export function slipsText(slips) {
  if (!slips) return "";
  const words = JSON.parse(document.getElementById("slip-words").textContent);
  return Object.entries(words)
    .filter(([name]) => slips[name] || !RARE.includes(name))
    .map(([name, label]) => `${label}\u00a0: ${slips[name]}`)
    .join(" · ");
}
