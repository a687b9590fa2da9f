// The public page of a match: updated part, grid, clocks.

import "../components/grid_filler.js";
import { UpdatedPart } from "../live/update_channel.js";
import { runClocks } from "../live/clocks.js";
import { preserveInputs } from "./preserved_inputs.js";

const part = new UpdatedPart();
const drawClocks = runClocks(part.clock, { onTimeOver: () => part.refresh() });
preserveInputs(drawClocks);
part.start();
