// How many bulletins of the turn are where, in the words of every page (tournament/presentation/bulletins.py).

const RARE = ["typed", "to_type", "late", "missing", "to_decide"];

/** "Attendus : 60 · Ramassés : 57 · À saisir : 3"; "" before the bell. */
export function bulletinsText(counts) {
  if (!counts) return "";
  const words = JSON.parse(document.getElementById("bulletin-words").textContent);
  return Object.entries(words)
    .filter(([name]) => counts[name] || !RARE.includes(name))
    .map(([name, label]) => `${label}\u00a0: ${counts[name]}`)
    .join(" · ");
}
