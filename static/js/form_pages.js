// Scripts of pages without a module of their own, most with forms: drafts and keys besides the frame.

import "./components/drafts.js";
import "./components/page_keys.js";
import "./frame.js";
