// <input type=checkbox data-tick-all="name"> ticks every box of that name in its form.

for (const all of document.querySelectorAll("[data-tick-all]")) {
  const boxes = () => all.form.querySelectorAll(`[name="${all.dataset.tickAll}"]:not(:disabled)`);
  all.addEventListener("change", () => {
    for (const box of boxes()) box.checked = all.checked;
  });
}
