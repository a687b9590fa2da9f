// The board of a topping: the public frame, and who is at which turn; collectstatic makes one file.

import "../public/page.js";
import "./board.js";
