// The scripts of every public page; collectstatic bundles them.

import "../frame.js";
import "../components/print.js";
import "../components/sortable.js";
import "./name_search.js";
import "./page_updates.js";
