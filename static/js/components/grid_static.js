// Fills every .grid-host of the page (templates/components/grid.html), also those that come by htmx
// or with new results.

import { createGrid, readGridData } from "./grid.js";

function fillGrids(root) {
  for (const host of root.querySelectorAll(".grid-host:empty")) {
    const { rows, word, ref, label } = host.dataset;
    const grid = createGrid(host, { gridData: readGridData(), label });
    grid.update(rows.split("/"), word && ref ? { word, ref } : null);
  }
}

fillGrids(document);
document.addEventListener("htmx:afterSettle", (event) => fillGrids(event.target));
document.addEventListener("page-updated", () => fillGrids(document));
