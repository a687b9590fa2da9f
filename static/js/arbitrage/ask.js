// What the list asks of the server by itself, through htmx like everything else of the page.

/** What fails or is overtaken is told by htmx's own events: nobody waits for the promise. */
export function ask(verb, path, options) {
  window.htmx.ajax(verb, path, options).catch(() => {});
}
