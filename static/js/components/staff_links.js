// Access keys of the staff links: the key in aria-keyshortcuts follows the link, whatever has the focus.
// In a row of links wider than the window, the link of the current page is scrolled into view.

for (const current of document.querySelectorAll(".tabs [aria-current], .site-nav [aria-current]")) {
  const [list, linkBox] = [current.closest("ul, nav"), current.getBoundingClientRect()];
  for (const box of [list, list.parentElement]) {
    const { left, width } = box.getBoundingClientRect();
    box.scrollLeft += linkBox.left - left - (width - linkBox.width) / 2;
  }
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = document.querySelectorAll(".site-nav a[aria-keyshortcuts]");
  const link = [...links].find((item) => item.getAttribute("aria-keyshortcuts") === event.key);
  if (!link || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  link.click();
});
