// A page whose part has clocks and no other script: updates the part and draws its clocks.

import { UpdatedPart } from "../live/update_channel.js";
import { runClocks } from "../live/clocks.js";
import { preserveInputs } from "./preserved_inputs.js";

const part = new UpdatedPart();
const drawClocks = runClocks(part.clock, { onTimeOver: () => part.refresh() });
preserveInputs(drawClocks);
part.start();
