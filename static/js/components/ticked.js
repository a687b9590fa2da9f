// <form data-ticked="name">: its ticked boxes of that name are sent as one value, "12,15,20": the
// server limits the number of fields. A box [data-tick-all] ticks them all, and is ticked while all of
// them are. [data-ticked-count] shows how many are ticked, and how many of each data-state.

import { gettext, interpolate, ngettext } from "../i18n.js";

const describeTicked = (ticked) => {
  const n = ticked.length;
  const states = new Map();
  for (const { dataset } of ticked) {
    if (dataset.state) states.set(dataset.state, (states.get(dataset.state) ?? 0) + 1);
  }
  const count = interpolate(ngettext("%(n)s coché", "%(n)s cochés", n), { n });
  const parts = [...states].map(([state, number]) => `${state} ${number}`);
  return parts.length > 0 ? count + gettext(" : ") + parts.join(", ") : count;
};

for (const form of document.querySelectorAll("form[data-ticked]")) {
  const name = form.dataset.ticked;
  const tickAllBox = form.querySelector("[data-tick-all]");
  const countText = form.querySelector("[data-ticked-count]");
  const listBoxes = () => [...form.querySelectorAll(`[name="${name}"]:not(:disabled)`)];
  const update = () => {
    const boxes = listBoxes();
    const ticked = boxes.filter((box) => box.checked);
    if (tickAllBox) {
      tickAllBox.checked = ticked.length > 0 && ticked.length === boxes.length;
      tickAllBox.indeterminate = ticked.length > 0 && !tickAllBox.checked;
    }
    if (countText) countText.textContent = describeTicked(ticked);
  };
  form.addEventListener("change", ({ target }) => {
    if (target === tickAllBox) for (const box of listBoxes()) box.checked = tickAllBox.checked;
    if (target === tickAllBox || target.name === name) update();
  });
  form.addEventListener("formdata", ({ formData }) => {
    const values = formData.getAll(name);
    if (values.length > 0) formData.set(name, values.join(","));
  });
  update();
}
