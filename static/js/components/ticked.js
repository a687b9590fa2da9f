// <form data-ticked="name">: its ticked boxes of that name are sent as one value, "12,15,20": a
// server takes a limited number of fields. A box [data-tick-all] ticks them all, and is ticked while
// all of them are. [data-ticked-count] says how many are ticked, and how many of each data-state.

import { gettext, interpolate, ngettext } from "../i18n.js";

const describe = (ticked) => {
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
  const all = form.querySelector("[data-tick-all]");
  const count = form.querySelector("[data-ticked-count]");
  const boxes = () => [...form.querySelectorAll(`[name="${name}"]:not(:disabled)`)];
  const show = () => {
    const present = boxes();
    const ticked = present.filter((box) => box.checked);
    if (all) {
      all.checked = ticked.length > 0 && ticked.length === present.length;
      all.indeterminate = ticked.length > 0 && !all.checked;
    }
    if (count) count.textContent = describe(ticked);
  };
  form.addEventListener("change", ({ target }) => {
    if (target === all) for (const box of boxes()) box.checked = all.checked;
    if (target === all || target.name === name) show();
  });
  form.addEventListener("formdata", ({ formData }) => {
    const values = formData.getAll(name);
    if (values.length > 0) formData.set(name, values.join(","));
  });
  show();
}
