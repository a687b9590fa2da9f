// The scripts of a public page with an updated part; collectstatic bundles them.

import "./page.js";
import "../live/updated_page.js";
