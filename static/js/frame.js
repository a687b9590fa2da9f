// What every page has: the menus that close, the keys of its ways, the worker for bad networks.

import "./components/menu.js";
import "./components/staff_links.js";
import "./components/shell.js";
