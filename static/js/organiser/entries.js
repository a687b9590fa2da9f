// Registration, one after the other: the fields are free for the next player while the server writes
// the one before. Whoever is refused is listed with the reason, never put under hands that type.

const queue = document.getElementById("register-queue");
const form = () => document.getElementById("register-form");
const refused = () => document.getElementById("refused");
const fields = () => [...form().querySelectorAll("input:not([type=hidden])")];

let sent = 0;

/** Puts a player in the fields, or nobody; the cursor goes to what is wrong, else to the name.
 * Who was sent already keeps the key, so that the server registers nobody twice. */
function fillFields(player, wrong = "") {
  form().dataset.key = player.version ?? "";
  for (const field of fields()) {
    field.value = player[field.name] ?? "";
    if (field.name === wrong) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    if (field.value) field.closest("details")?.setAttribute("open", "");
  }
  (form().elements[wrong] ?? fields()[0]).focus();
}

function send(values) {
  window.htmx.ajax("POST", form().action, { source: queue, target: queue, swap: "none", values });
}

/** Lists a player who is not registered, and why; a button puts him back in the fields, others
 *  answer what must be decided, the one without value that nobody is registered. */
function listRefused(player, why, { field: wrong = "", choices = [] } = {}) {
  const { content } = document.getElementById("not-registered");
  const row = content.firstElementChild.cloneNode(true);
  row.querySelector("[data-name]").textContent = player.last_name || "–";
  row.querySelector("[data-why]").textContent = why;
  const again = row.querySelector("button");
  for (const [decision, label] of choices) {
    const button = again.cloneNode();
    button.textContent = label;
    button.addEventListener("click", () => {
      row.remove();
      if (decision) send({ ...player, decision });
      fields()[0].focus();
    });
    again.before(button);
  }
  again.addEventListener("click", () => {
    const typed = Object.fromEntries(fields().map((field) => [field.name, field.value]));
    if (Object.values(typed).some(Boolean)) listRefused(typed, queue.dataset.putAside);
    // What is wrong stays there until he is sent again.
    for (const button of row.querySelectorAll("button")) button.remove();
    fillFields(player, wrong);
  });
  refused().append(row);
}

document.addEventListener("submit", (event) => {
  if (event.target !== form() || !window.htmx) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form()));
  values.version = form().dataset.key || `${values.version}.${(sent += 1)}`;
  send(values);
  for (const row of [...refused().children]) if (!row.querySelector("button")) row.remove();
  fillFields({});
});

queue.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
  if (xhr.status === 200) return;
  const told = xhr.status === 422 ? JSON.parse(xhr.responseText) : {};
  const silent = xhr.status === 0 || xhr.status >= 500;
  const why = told.sentence ?? (silent ? queue.dataset.unanswered : queue.dataset.putAside);
  listRefused(Object.fromEntries(requestConfig.formData), why, told);
});
