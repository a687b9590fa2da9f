// <button data-opens="id"> opens <dialog id>; <button data-closes> inside closes it. The focus goes
// to the first field, else to the title: a second Enter must not confirm the dialog.

function openDialog(dialog) {
  dialog.showModal();
  const field = dialog.querySelector("input:not([type=hidden]), select, textarea");
  const title = dialog.querySelector("h2");
  title.tabIndex = -1;
  (field ?? title).focus();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) openDialog(document.getElementById(opener.dataset.opens));
  const closer = event.target.closest("[data-closes]");
  if (closer) closer.closest("dialog")?.close();
});
