// A page with a part that follows a room beside the big one, and nothing else of its own.

import { BesidePart } from "./beside.js";

new BesidePart().start();
