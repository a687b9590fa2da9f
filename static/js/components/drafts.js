// Stores the typed values of a form with data-draft in this tab until it is sent, and restores them when
// the page is opened again. Passwords, files and hidden fields are never stored. A field comes back only
// if the page shows the same value as then: a value saved by another person meanwhile stays.

const PREFIX = "duplicata:draft:";
const EXCLUDED_TYPES = ["password", "file", "hidden", "submit", "button"];

const getKey = (form) => `${PREFIX}${form.dataset.draft}:${location.pathname}`;
const listFields = (form) =>
  [...form.elements].filter((field) => field.name && field.type && !EXCLUDED_TYPES.includes(field.type));
const isBox = (field) => field.type === "checkbox" || field.type === "radio";

/** Return a name for each field: several boxes share theirs. */
const getFieldKey = (field) => (isBox(field) ? `${field.name}=${field.value}` : field.name);
const getValue = (field) => (isBox(field) ? field.checked : field.value);

function getShownValue(field) {
  if (isBox(field)) return field.defaultChecked;
  if (field.options) return [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value;
  return field.defaultValue;
}

function setValue(field, value) {
  if (isBox(field)) field.checked = value;
  else field.value = value;
}

function store(form) {
  const changedFields = listFields(form).filter((field) => getValue(field) !== getShownValue(field));
  const values = changedFields.map((field) => [getFieldKey(field), [getShownValue(field), getValue(field)]]);
  try {
    if (values.length) sessionStorage.setItem(getKey(form), JSON.stringify(Object.fromEntries(values)));
    else sessionStorage.removeItem(getKey(form));
  } catch {
    // Forbidden or full: the form works without.
  }
}

function forget(form) {
  try {
    sessionStorage.removeItem(getKey(form));
  } catch {
    // Nothing was stored either.
  }
}

function load(form) {
  try {
    return JSON.parse(sessionStorage.getItem(getKey(form))) ?? {};
  } catch {
    return {};
  }
}

function restore(form) {
  const draft = load(form);
  let isRestored = false;
  for (const field of listFields(form)) {
    const [shown, typed] = draft[getFieldKey(field)] ?? [];
    if (typed === undefined || shown !== getShownValue(field)) continue;
    setValue(field, typed);
    isRestored = true;
  }
  form.querySelector("[data-draft-note]").hidden = !isRestored;
}

for (const form of document.querySelectorAll("form[data-draft]")) {
  restore(form);
  form.addEventListener("input", () => store(form));
  form.addEventListener("submit", () => forget(form));
  form.querySelector("[data-draft-clear]").addEventListener("click", () => {
    forget(form);
    form.reset();
    form.querySelector("[data-draft-note]").hidden = true;
  });
}
