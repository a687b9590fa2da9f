// A link of the navigation with aria-keyshortcuts is followed by that key, from wherever one is.
// In a line of links that is wider than its window, the page that one is on is in sight.

for (const current of document.querySelectorAll(".tabs [aria-current], .site-nav [aria-current]")) {
  const [line, own] = [current.closest("ul, nav"), current.getBoundingClientRect()];
  for (const box of [line, line.parentElement]) {
    const { left, width } = box.getBoundingClientRect();
    box.scrollLeft += own.left - left - (width - own.width) / 2;
  }
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = document.querySelectorAll(".site-nav a[aria-keyshortcuts]");
  const link = [...links].find((one) => one.getAttribute("aria-keyshortcuts") === event.key);
  if (!link || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  link.click();
});
