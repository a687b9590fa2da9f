// Public pages with grids in them: the public frame, and what draws; collectstatic makes one file
// of it.

import "./page.js";
import "../components/grid_static.js";
