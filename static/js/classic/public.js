// The page of a match as everybody sees it: follows, draws the grid, counts the clocks.

import "../components/grid_static.js";
import { UpdatedPart } from "../live/update_channel.js";
import { runClocks } from "../live/clocks.js";
import { keepInPart } from "./part.js";

const part = new UpdatedPart();
const redraw = runClocks(part.clock, { onOut: () => part.ask() });
keepInPart(redraw);
part.start();
