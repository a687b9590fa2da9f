// Registration: the fields are free for the next player while the server registers the last one. A
// refused player is listed with the reason; the fields are not refilled while somebody types.

const queue = document.getElementById("register-queue");
const getForm = () => document.getElementById("register-form");
const getRefusedList = () => document.getElementById("refused");
const listFields = () => [...getForm().querySelectorAll("input:not([type=hidden])")];

let sentCount = 0;

/** Fill the fields with a player, or {}; focus the wrong field or else the name. A player who was
 *  sent before keeps the one-time key, so that the server registers each once. */
function fillFields(player, wrongField = "") {
  getForm().dataset.key = player.version ?? "";
  for (const field of listFields()) {
    field.value = player[field.name] ?? "";
    if (field.name === wrongField) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    if (field.value) field.closest("details")?.setAttribute("open", "");
  }
  (getForm().elements[wrongField] ?? listFields()[0]).focus();
}

function register(values) {
  const options = { source: queue, target: queue, swap: "none", values };
  window.htmx.ajax("POST", getForm().action, options);
}

/** List a refused player and the reason, with a button that fills the fields again and a button for each
 *  possible decision; the decision "" does not register the player. */
function listRefused(player, reason, { field: wrongField = "", choices = [] } = {}) {
  const { content } = document.getElementById("not-registered");
  const row = content.firstElementChild.cloneNode(true);
  row.querySelector("[data-name]").textContent = player.last_name || "–";
  row.querySelector("[data-why]").textContent = reason;
  const refillButton = row.querySelector("button");
  for (const [decision, label] of choices) {
    const button = refillButton.cloneNode();
    button.textContent = label;
    button.addEventListener("click", () => {
      row.remove();
      if (decision) register({ ...player, decision });
      listFields()[0].focus();
    });
    refillButton.before(button);
  }
  refillButton.addEventListener("click", () => {
    const typedPlayer = Object.fromEntries(listFields().map((field) => [field.name, field.value]));
    if (Object.values(typedPlayer).some(Boolean)) listRefused(typedPlayer, queue.dataset.putAside);
    // The row stays until the next registration.
    for (const button of row.querySelectorAll("button")) button.remove();
    fillFields(player, wrongField);
  });
  getRefusedList().append(row);
}

document.addEventListener("submit", (event) => {
  if (event.target !== getForm() || !window.htmx) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(getForm()));
  values.version = getForm().dataset.key || `${values.version}.${(sentCount += 1)}`;
  register(values);
  for (const row of [...getRefusedList().children]) if (!row.querySelector("button")) row.remove();
  fillFields({});
});

queue.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
  if (xhr.status === 200) return;
  const error = xhr.status === 422 ? JSON.parse(xhr.responseText) : {};
  const isUnanswered = xhr.status === 0 || xhr.status >= 500;
  const { unanswered, putAside } = queue.dataset;
  const reason = error.sentence ?? (isUnanswered ? unanswered : putAside);
  listRefused(Object.fromEntries(requestConfig.formData), reason, error);
});
