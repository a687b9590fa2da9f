// The scripts of public pages with grids; collectstatic bundles them.

import "./page.js";
import "../components/grid_filler.js";
