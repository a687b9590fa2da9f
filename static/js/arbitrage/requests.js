// Requests of the arbiter's list, sent by htmx like the others of the page.

/** Failures are handled by the events of htmx, not by the promise. */
export function sendRequest(method, path, options) {
  window.htmx.ajax(method, path, options).catch(() => {});
}
