// Fills every .grid-host of the page (templates/components/grid.html), also those that htmx or new
// results bring later.

import { createGrid, gridFacts } from "./grid.js";

function fill(root) {
  for (const host of root.querySelectorAll(".grid-host:empty")) {
    const { rows, word, ref, label } = host.dataset;
    const grid = createGrid(host, { facts: gridFacts(), label });
    grid.update(rows.split("/"), word && ref ? { word, ref } : null);
  }
}

fill(document);
document.addEventListener("htmx:afterSettle", (event) => fill(event.target));
document.addEventListener("followed", () => fill(document));
