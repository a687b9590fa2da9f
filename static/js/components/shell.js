// The service worker, which answers in French where there is no network: asked for once the page
// has all that it needs, and sent away by a page that no longer names one.

async function arrange() {
  const address = document.documentElement.dataset.shellWorker;
  const { serviceWorker } = navigator; // not on plain http
  if (!serviceWorker || address === undefined) return;
  try {
    if (address) {
      await serviceWorker.register(address, { updateViaCache: "none" });
      return;
    }
    const registered = await serviceWorker.getRegistrations();
    await Promise.all(registered.map((one) => one.unregister()));
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // Private windows and full disks refuse it: the page works without.
  }
}

if (document.readyState === "complete") arrange();
else window.addEventListener("load", arrange);
