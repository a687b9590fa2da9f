// The page of a match as everybody sees it: follows, draws the grid, counts the clocks.

import "../components/grid_static.js";
import { BesidePart } from "../live/beside.js";
import { runClocks } from "./clocks.js";
import { keepInPart } from "./part.js";

const part = new BesidePart();
const redraw = runClocks(part.clock);
keepInPart(redraw);
part.start();
