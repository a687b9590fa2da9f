// A page with clocks that the server draws, and nothing else: follows, and counts them.

import { UpdatedPart } from "../live/update_channel.js";
import { runClocks } from "../live/clocks.js";
import { keepInPart } from "./part.js";

const part = new UpdatedPart();
const redraw = runClocks(part.clock, { onOut: () => part.ask() });
keepInPart(redraw);
part.start();
