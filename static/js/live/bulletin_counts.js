// The numbers of bulletins of a turn, with the labels of tournament/presentation/bulletins.py.

const OMITTED_IF_ZERO = ["typed", "to_type", "late", "missing", "to_decide"];

/** Return "Attendus : 60 · Ramassés : 57 · À saisir : 3"; "" without counts, before the bell. */
export function formatBulletinCounts(counts) {
  if (!counts) return "";
  const labels = JSON.parse(document.getElementById("bulletin-words").textContent);
  return Object.entries(labels)
    .filter(([name]) => counts[name] || !OMITTED_IF_ZERO.includes(name))
    .map(([name, label]) => `${label}\u00a0: ${counts[name]}`)
    .join(" · ");
}
