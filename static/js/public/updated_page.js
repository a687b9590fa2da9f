// A public page with a part that is updated through the update channel; collectstatic bundles it.

import "./page.js";
import "../live/updated_page.js";
