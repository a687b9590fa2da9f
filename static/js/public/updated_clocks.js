// A public page with clocks in a part that is updated; collectstatic bundles it.

import "./page.js";
import "../classic/updated_clocks_page.js";
