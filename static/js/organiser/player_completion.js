// Completion of a player from the organisation's roster while a name or a licence is typed: a combobox for
// the fields of <div data-completes> in a <form data-completion-url="address">. Enter sends the form unless a
// person was chosen with the arrows; without an answer of the server nothing is proposed.

const REQUEST_DELAY_MS = 120;
const COMPLETED_FIELDS = ["last_name", "licence"];
const removePrefix = (field) => field.name.replace(/^partner_/, "");

/** Return the fields of the same player, by their names without the second player's prefix. */
function findPlayerFields(input) {
  const prefix = input.name.startsWith("partner_") ? "partner_" : "";
  const isSamePlayer = (field) => field.name && field.name.startsWith("partner_") === (prefix !== "");
  const fields = [...input.form.elements].filter(isSamePlayer);
  return new Map(fields.map((field) => [removePrefix(field), field]));
}

/** Return licence, club, series and year of birth, which distinguish persons of the same name. */
const describePerson = (person) =>
  [person.licence, person.club, person.series, person.birth_year].filter(Boolean).join(" · ");

function createOption(person, id) {
  const item = document.createElement("li");
  item.id = id;
  item.role = "option";
  item.ariaSelected = "false";
  item.textContent = `${person.last_name} ${person.first_name}`;
  const details = document.createElement("small");
  details.textContent = describePerson(person);
  item.append(details);
  return item;
}

class Completion {
  constructor(input) {
    this.input = input;
    this.people = [];
    this.chosenIndex = -1;
    this.requestNumber = 0;
    this.list = document.createElement("ul");
    this.list.className = "offered";
    this.list.id = `${input.id}-offered`;
    this.list.role = "listbox";
    this.list.ariaLabel = input.labels[0]?.textContent ?? "";
    this.list.hidden = true;
    input.parentElement.classList.add("completes");
    input.after(this.list);
    input.role = "combobox";
    input.ariaAutoComplete = "list";
    input.ariaExpanded = "false";
    input.setAttribute("aria-controls", this.list.id);
    input.addEventListener("input", () => this.handleInput());
    input.addEventListener("keydown", (event) => this.handleKey(event));
    input.addEventListener("blur", () => this.close());
    this.list.addEventListener("mousedown", (event) => this.handleClick(event));
  }

  handleInput() {
    clearTimeout(this.timer);
    this.requestNumber += 1; // pending answers are for the old text
    if (this.input.value.trim().length < 2) {
      this.close();
      return;
    }
    this.timer = setTimeout(() => this.fetchPeople(this.requestNumber), REQUEST_DELAY_MS);
  }

  async fetchPeople(requestNumber) {
    const address = `${this.input.form.dataset.completionUrl}?q=${encodeURIComponent(this.input.value)}`;
    let people = [];
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (answer.ok && !answer.redirected) ({ people } = await answer.json());
    } catch {
      return; // no network: nothing is proposed
    }
    if (requestNumber === this.requestNumber && document.activeElement === this.input) this.show(people);
  }

  show(people) {
    this.people = people;
    const items = people.map((person, i) => createOption(person, `${this.list.id}-${i}`));
    this.list.replaceChildren(...items);
    this.list.hidden = people.length === 0;
    this.input.ariaExpanded = String(people.length > 0);
    this.choose(-1);
  }

  close() {
    clearTimeout(this.timer);
    this.requestNumber += 1;
    this.show([]);
  }

  choose(index) {
    this.chosenIndex = index;
    for (const [i, item] of [...this.list.children].entries()) {
      item.ariaSelected = String(i === index);
      if (i === index) item.scrollIntoView({ block: "nearest" });
    }
    if (index < 0) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", this.list.children[index].id);
  }

  handleKey(event) {
    if (this.list.hidden) return;
    const lastIndex = this.people.length - 1;
    const index = this.chosenIndex;
    if (event.key === "ArrowDown") this.choose(index >= lastIndex ? 0 : index + 1);
    else if (event.key === "ArrowUp") this.choose(index <= 0 ? lastIndex : index - 1);
    else if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && index >= 0) this.fillFields(this.people[index]);
    else {
      if (event.key === "Enter") this.close();
      return;
    }
    event.preventDefault();
  }

  handleClick(event) {
    event.preventDefault(); // the field keeps the focus
    const item = event.target.closest("li");
    if (item) this.fillFields(this.people[[...this.list.children].indexOf(item)]);
  }

  fillFields(person) {
    const fields = findPlayerFields(this.input);
    for (const [name, value] of Object.entries(person)) {
      const field = fields.get(name);
      if (!field) continue;
      field.value = value ?? "";
      field.removeAttribute("aria-invalid");
    }
    this.close();
  }
}

for (const input of document.querySelectorAll("form[data-completion-url] [data-completes] input")) {
  if (COMPLETED_FIELDS.includes(removePrefix(input))) new Completion(input);
}
