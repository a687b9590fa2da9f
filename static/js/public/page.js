// What the public pages have, one module for all of them: collectstatic makes one file of it.

import "../frame.js";
import "../components/print.js";
import "../components/sortable.js";
import "./find.js";
import "./follow.js";
