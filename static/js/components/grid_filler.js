// Fills every .grid-host of the page (templates/components/grid.html), also those that come by htmx
// or with new results: a grid that has one more word since lays it, tile after tile.

import { createGrid, readGridData } from "./grid.js";

/** Rows of each grid of the page, in its order, before its part was replaced. */
let formerRows = [];

const listHosts = () => [...document.querySelectorAll("#page-part .grid-host")];
const readRows = (host) => host.dataset.rows.split("/");

function fillGrids(root, firstRows = new Map()) {
  for (const host of root.querySelectorAll(".grid-host:empty")) {
    const { word, ref, label } = host.dataset;
    const grid = createGrid(host, { gridData: readGridData(), label });
    if (firstRows.has(host)) grid.update(firstRows.get(host));
    grid.update(readRows(host), word && ref ? { word, ref } : null);
  }
  formerRows = listHosts().map(readRows);
}

fillGrids(document);
document.addEventListener("htmx:afterSettle", (event) => fillGrids(event.target));
document.addEventListener("page-updated", () => {
  const hosts = listHosts();
  const isSamePage = hosts.length === formerRows.length;
  fillGrids(document, isSamePage ? new Map(hosts.map((host, i) => [host, formerRows[i]])) : new Map());
});
