// <input type=checkbox data-tick-all="name"> ticks every box of that name in its form; it is ticked
// while all of them are.

for (const tickAllBox of document.querySelectorAll("[data-tick-all]")) {
  const name = tickAllBox.dataset.tickAll;
  const listBoxes = () => [...tickAllBox.form.querySelectorAll(`[name="${name}"]:not(:disabled)`)];
  const updateTickAll = () => {
    const ticked = listBoxes().filter((box) => box.checked).length;
    tickAllBox.checked = ticked > 0 && ticked === listBoxes().length;
    tickAllBox.indeterminate = ticked > 0 && !tickAllBox.checked;
  };
  tickAllBox.addEventListener("change", () => {
    for (const box of listBoxes()) box.checked = tickAllBox.checked;
  });
  tickAllBox.form.addEventListener("change", (event) => {
    if (event.target.name === name) updateTickAll();
  });
  updateTickAll();
}
