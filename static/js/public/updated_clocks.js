// A public page with clocks in a part that is updated; collectstatic bundles it.

import "./page.js";
import "../classic/clock_page.js";
