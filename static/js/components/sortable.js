// Sorts a table.table by the header that is pressed: <th data-sort="number|text"><button>.
// The cell's data-value counts before its text.

function valueOf(row, column, kind) {
  const cell = row.cells[column];
  const text = cell.dataset.value ?? cell.textContent.trim();
  return kind === "number" ? Number(text.replace("−", "-").replace(/[^\d.-]/g, "")) : text;
}

function compare(kind) {
  if (kind === "number") return (a, b) => a - b;
  const collator = new Intl.Collator(document.documentElement.lang || "fr", { numeric: true });
  return collator.compare;
}

let last = null; // the column and the order that were asked for

function sortBy(header, ascending = header.ariaSort !== "ascending") {
  const table = header.closest("table");
  last = { column: header.cellIndex, ascending };
  for (const other of table.querySelectorAll("th[aria-sort]")) other.ariaSort = null;
  header.ariaSort = ascending ? "ascending" : "descending";
  const kind = header.dataset.sort;
  const order = compare(kind);
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [valueOf(row, header.cellIndex, kind), row]);
  rows.sort(([a], [b]) => (ascending ? order(a, b) : order(b, a)));
  body.append(...rows.map(([, row]) => row));
}

document.addEventListener("click", (event) => {
  const header = event.target.closest("th[data-sort]");
  if (header && event.target.closest("button")) sortBy(header);
});

// A table that follows new results stays in the order that was asked for.
for (const [event, part] of [["followed", "#followed"], ["htmx:afterSettle", "[data-beside]"]]) {
  document.addEventListener(event, () => {
    const header = document.querySelectorAll(`${part} th[data-sort]`)[last?.column];
    if (header) sortBy(header, last.ascending);
  });
}
