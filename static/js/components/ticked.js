// <form data-ticked="name">: its ticked boxes of that name are sent as one value, "12,15,20": the
// server limits the number of fields. A box [data-tick-all] ticks them all, and is ticked while all of
// them are. [data-ticked-count] shows how many are ticked, and how many of each data-state; [data-changes]
// in a button, how many are ticked and not yet in the state data-changes. components/tick_many.html ticks
// by number (data-number of a box), club (data-club), or all but those. Shift-click ticks all between.

import { gettext, interpolate, ngettext } from "../i18n.js";
import { parseRanges } from "./number_ranges.js";

const describeTicked = (boxes) => {
  const n = boxes.length;
  const states = new Map();
  for (const { dataset } of boxes) {
    if (dataset.state) states.set(dataset.state, (states.get(dataset.state) ?? 0) + 1);
  }
  const count = interpolate(ngettext("%(n)s coché", "%(n)s cochés", n), { n });
  const parts = [...states].map(([state, number]) => `${state} ${number}`);
  return parts.length > 0 ? count + gettext(" : ") + parts.join(", ") : count;
};

const listBoxes = (form, name) => [...form.querySelectorAll(`[name="${name}"]:not(:disabled)`)];

/** Rows that a search hides keep their tick: only visible ones are ticked together. */
const listVisibleBoxes = (form, name) => listBoxes(form, name).filter((box) => !box.closest("tr[hidden]"));

/** Bind the fields that tick many of `boxes` at once; call `onTicked` after. */
function bindTickMany(area, boxes, onTicked) {
  const [range, club, except] = area.querySelectorAll("input, select");
  const clubs = [...new Set(boxes.flatMap((box) => (box.dataset.club ?? "").split("/")))];
  for (const name of clubs.filter(Boolean).sort()) club.append(new Option(name));
  club.closest("label").hidden = club.options.length < 2;
  const tick = () => {
    const isNamed = parseRanges(range.value);
    range.setAttribute("aria-invalid", String(Boolean(range.value.trim()) && !isNamed));
    if (!isNamed && !club.value) return;
    for (const box of boxes) {
      const isInClub = !club.value || (box.dataset.club ?? "").split("/").includes(club.value);
      const isSelected = isInClub && (!isNamed || isNamed(Number(box.dataset.number)));
      box.checked = isSelected !== except.checked;
    }
    onTicked();
  };
  area.addEventListener("input", tick);
  range.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.ctrlKey) event.preventDefault(); // no button was chosen
  });
  if (range.value) tick(); // typed before this script came
}

for (const form of document.querySelectorAll("form[data-ticked]")) {
  const name = form.dataset.ticked;
  const tickAllBox = form.querySelector("[data-tick-all]");
  const countText = form.querySelector("[data-ticked-count]");
  const update = () => {
    const boxes = listBoxes(form, name);
    const tickedBoxes = boxes.filter((box) => box.checked);
    if (tickAllBox) {
      const visibleBoxes = listVisibleBoxes(form, name);
      tickAllBox.checked = visibleBoxes.length > 0 && visibleBoxes.every((box) => box.checked);
      tickAllBox.indeterminate = tickedBoxes.length > 0 && !tickAllBox.checked;
    }
    if (countText) countText.textContent = describeTicked(tickedBoxes);
    for (const counter of form.querySelectorAll("[data-changes]")) {
      const changedBoxes = tickedBoxes.filter((box) => !box.dataset.state || box.dataset.state !== counter.dataset.changes);
      counter.textContent = tickedBoxes.length ? ` (${changedBoxes.length})` : "";
    }
  };
  form.addEventListener("change", ({ target }) => {
    if (target === tickAllBox) for (const box of listVisibleBoxes(form, name)) box.checked = tickAllBox.checked;
    if (target === tickAllBox || target.name === name) update();
  });
  form.addEventListener("formdata", ({ formData }) => {
    const values = formData.getAll(name);
    if (values.length > 0) formData.set(name, values.join(","));
  });
  const area = form.querySelector(".tick-many");
  if (area) bindTickMany(area, listBoxes(form, name), update);
  update();
}

let lastBox = null;
document.addEventListener("click", ({ target, shiftKey }) => {
  if (!target.matches?.("input[type=checkbox][name]")) return;
  if (shiftKey && lastBox?.isConnected && lastBox.form === target.form && lastBox.name === target.name) {
    const boxes = listVisibleBoxes(target.form, target.name);
    const [first, last] = [boxes.indexOf(lastBox), boxes.indexOf(target)].sort((a, b) => a - b);
    for (const box of boxes.slice(first, last + 1)) box.checked = target.checked;
  }
  lastBox = target;
});
