// Scripts of every page: menus, access keys of the staff links, service worker.

import "./components/menu.js";
import "./components/staff_links.js";
import "./components/service_worker.js";
