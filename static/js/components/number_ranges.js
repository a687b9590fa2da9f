// Numbers and ranges as people write them: "1-14, 17". Pure.

/** Return a predicate for the numbers that `text` names, or null if it names none or cannot be read. */
export function parseRanges(text) {
  const parts = text.replace(/\s*[-–àa]\s*(?=\d)/g, "-").split(/[\s,;]+/).filter(Boolean);
  const ranges = parts.map((part) => /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part));
  if (!ranges.length || ranges.includes(null)) return null;
  const bounds = ranges.map(([, first, last = first]) => [Number(first), Number(last)]);
  return (number) => bounds.some(([a, b]) => number >= Math.min(a, b) && number <= Math.max(a, b));
}
