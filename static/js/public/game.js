// The scripts of the page of a game sheet; collectstatic bundles them.

import "./page.js";
import "./replay.js";
