// <button data-busy="…">: while its form is being sent, the text is in [data-busy-text] and [data-busy-bar] is shown.

document.addEventListener("submit", (event) => showBusy(event.target, !event.defaultPrevented));
// After "back" in the browser nothing is being sent.
window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach((form) => showBusy(form, false)));

function showBusy(form, isBusy) {
  const button = form.querySelector("button[data-busy]");
  if (!button) return;
  form.querySelector("[data-busy-text]").textContent = isBusy ? button.dataset.busy : "";
  form.querySelector("[data-busy-bar]").hidden = !isBusy;
}
