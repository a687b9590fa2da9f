// Registers the service worker, which answers without network, after the page has loaded. A page that
// names none (an empty data-shell-worker) unregisters it.

async function updateRegistration() {
  const address = document.documentElement.dataset.shellWorker;
  const { serviceWorker } = navigator; // not on plain http
  if (!serviceWorker || address === undefined) return;
  try {
    if (address) {
      await serviceWorker.register(address, { updateViaCache: "none" });
      return;
    }
    const registrations = await serviceWorker.getRegistrations();
    await Promise.all(registrations.map((registration) => registration.unregister()));
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // Private windows and full disks refuse it: the page works without it.
  }
}

if (document.readyState === "complete") updateRegistration();
else window.addEventListener("load", updateRegistration);
