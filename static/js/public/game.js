// The sheet of a game: the public frame, and the game replayed; collectstatic makes one file of it.

import "./page.js";
import "./replay.js";
