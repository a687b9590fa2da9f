// Scripts of every page: drafts of forms, menus, keys, access keys of the staff links, service worker.

import "./components/drafts.js";
import "./components/menu.js";
import "./components/page_keys.js";
import "./components/staff_links.js";
import "./components/service_worker.js";
