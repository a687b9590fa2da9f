// <input type=checkbox data-tick-all="name"> ticks every box of that name in its form, and is ticked
// itself while all of them are.

for (const all of document.querySelectorAll("[data-tick-all]")) {
  const name = all.dataset.tickAll;
  const boxes = () => [...all.form.querySelectorAll(`[name="${name}"]:not(:disabled)`)];
  const tell = () => {
    const ticked = boxes().filter((box) => box.checked).length;
    all.checked = ticked > 0 && ticked === boxes().length;
    all.indeterminate = ticked > 0 && !all.checked;
  };
  all.addEventListener("change", () => {
    for (const box of boxes()) box.checked = all.checked;
  });
  all.form.addEventListener("change", (event) => {
    if (event.target.name === name) tell();
  });
  tell();
}
