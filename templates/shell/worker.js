{% comment %}The service worker (config/assets/shell.py): keeps the shell of this version, answers only where the network does not.{% endcomment %}const SHELL = {{ shell|safe }};
const PREFIX = "duplicata-shell:";
const CACHE = PREFIX + SHELL.version;

async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.files);
  const script = new Response(SHELL.text, { headers: { "Content-Type": "text/javascript" } });
  await cache.put(SHELL.script, script);
  await self.skipWaiting(); // pages in the open lose nothing: their files have names of their own
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

const offlinePage = () =>
  new Response(SHELL.page, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": SHELL.policy,
      "Cache-Control": "no-store",
    },
  });

async function keptFile(request) {
  const kept = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
  return kept ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(offlinePage));
  else if ([...SHELL.files, SHELL.script].includes(new URL(request.url).pathname)) {
    event.respondWith(keptFile(request));
  }
});
