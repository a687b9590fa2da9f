// A public page with a part that follows a room beside the big one; collectstatic makes one file.

import "./page.js";
import "../live/beside_page.js";
