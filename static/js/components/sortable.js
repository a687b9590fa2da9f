// Sorts a table.table by the column of the pressed header: <th data-sort="number|text"><button>.
// A cell's value is its data-value, else its text.

function readValue(row, column, type) {
  const cell = row.cells[column];
  const text = cell.dataset.value ?? cell.textContent.trim();
  return type === "number" ? Number(text.replace("−", "-").replace(/[^\d.-]/g, "")) : text;
}

function createComparator(type) {
  if (type === "number") return (a, b) => a - b;
  const collator = new Intl.Collator(document.documentElement.lang || "fr", { numeric: true });
  return collator.compare;
}

let lastSort = null; // {column, ascending} as last chosen

function sortBy(header, ascending = header.ariaSort !== "ascending") {
  const table = header.closest("table");
  lastSort = { column: header.cellIndex, ascending };
  for (const other of table.querySelectorAll("th[aria-sort]")) other.ariaSort = null;
  header.ariaSort = ascending ? "ascending" : "descending";
  const type = header.dataset.sort;
  const compareValues = createComparator(type);
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [readValue(row, header.cellIndex, type), row]);
  rows.sort(([a], [b]) => (ascending ? compareValues(a, b) : compareValues(b, a)));
  body.append(...rows.map(([, row]) => row));
}

document.addEventListener("click", (event) => {
  const header = event.target.closest("th[data-sort]");
  if (header && event.target.closest("button")) sortBy(header);
});

// A table that new results replace is sorted again as last chosen.
for (const [event, selector] of [
  ["page-updated", "#page-part"], ["rows-added", "#page-part"], ["htmx:afterSettle", "[data-update-token]"],
]) {
  document.addEventListener(event, () => {
    const header = document.querySelectorAll(`${selector} th[data-sort]`)[lastSort?.column];
    if (header) sortBy(header, lastSort.ascending);
  });
}
