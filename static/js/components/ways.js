// A link of the navigation with aria-keyshortcuts is followed by that key, from wherever one is.

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = document.querySelectorAll(".site-nav a[aria-keyshortcuts]");
  const link = [...links].find((one) => one.getAttribute("aria-keyshortcuts") === event.key);
  if (!link || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  link.click();
});
