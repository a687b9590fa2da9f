// What every page has: the menus that close and the keys of its ways.

import "./components/menu.js";
import "./components/ways.js";
