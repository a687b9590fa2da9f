// A page with a part that is updated through the update channel, and no other script.

import { UpdatedPart } from "./update_channel.js";

new UpdatedPart().start();
