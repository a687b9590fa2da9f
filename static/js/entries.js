// Registration, one after the other: the fields are free for the next player while the server writes
// the one before. If he is refused, the form comes back with what was typed of him.

const queue = document.getElementById("register-queue");

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-ahead]") || !window.htmx) return;
  event.preventDefault();
  event.stopPropagation(); // not by htmx as well
  const values = Object.fromEntries(new FormData(form));
  window.htmx.ajax("POST", form.action, { source: queue, target: queue, swap: "none", values });
  for (const field of form.elements) {
    if (field.type !== "hidden") field.value = "";
  }
  form.querySelector("input:not([type=hidden])").focus();
}, { capture: true });
