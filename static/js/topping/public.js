// The scripts of a topping's public board; collectstatic bundles them.

import "../public/page.js";
import "./board.js";
