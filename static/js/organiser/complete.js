// Names known to the organisation, offered while one types a name or a licence: a combobox over the
// fields of <div data-completes> in a <form data-known="address">. Without an answer nothing changes
// for whoever types; Enter sends the form unless an offer was chosen with the arrows.

const WAIT_MS = 120;
const TYPED = ["last_name", "licence"];
const bare = (field) => field.name.replace(/^partner_/, "");

/** The fields of the same player, by their names without the second player's prefix. */
function fieldsBeside(input) {
  const prefix = input.name.startsWith("partner_") ? "partner_" : "";
  const ours = (field) => field.name && field.name.startsWith("partner_") === (prefix !== "");
  return new Map([...input.form.elements].filter(ours).map((field) => [bare(field), field]));
}

/** What tells a person from namesakes, on the second line of an offer. */
const rest = (person) =>
  [person.licence, person.club, person.series, person.birth_year].filter(Boolean).join(" · ");

function offer(person, id) {
  const line = document.createElement("li");
  line.id = id;
  line.role = "option";
  line.ariaSelected = "false";
  line.textContent = `${person.last_name} ${person.first_name}`;
  const small = document.createElement("small");
  small.textContent = rest(person);
  line.append(small);
  return line;
}

class Completion {
  constructor(input) {
    this.input = input;
    this.people = [];
    this.chosen = -1;
    this.asked = 0;
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
    input.addEventListener("input", () => this.typed());
    input.addEventListener("keydown", (event) => this.pressed(event));
    input.addEventListener("blur", () => this.close());
    this.list.addEventListener("mousedown", (event) => this.clicked(event));
  }

  typed() {
    clearTimeout(this.timer);
    this.asked += 1; // an answer on its way is for what was typed before
    if (this.input.value.trim().length < 2) {
      this.close();
      return;
    }
    this.timer = setTimeout(() => this.ask(this.asked), WAIT_MS);
  }

  async ask(number) {
    const address = `${this.input.form.dataset.known}?q=${encodeURIComponent(this.input.value)}`;
    let people = [];
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (answer.ok && !answer.redirected) ({ people } = await answer.json());
    } catch {
      return; // no network: it is typed by hand
    }
    if (number === this.asked && document.activeElement === this.input) this.show(people);
  }

  show(people) {
    this.people = people;
    this.list.replaceChildren(...people.map((one, i) => offer(one, `${this.list.id}-${i}`)));
    this.list.hidden = people.length === 0;
    this.input.ariaExpanded = String(people.length > 0);
    this.choose(-1);
  }

  close() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.show([]);
  }

  choose(index) {
    this.chosen = index;
    for (const [i, line] of [...this.list.children].entries()) {
      line.ariaSelected = String(i === index);
      if (i === index) line.scrollIntoView({ block: "nearest" });
    }
    if (index < 0) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", this.list.children[index].id);
  }

  pressed(event) {
    if (this.list.hidden) return;
    const last = this.people.length - 1;
    if (event.key === "ArrowDown") this.choose(this.chosen >= last ? 0 : this.chosen + 1);
    else if (event.key === "ArrowUp") this.choose(this.chosen <= 0 ? last : this.chosen - 1);
    else if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && this.chosen >= 0) this.fill(this.people[this.chosen]);
    else {
      if (event.key === "Enter") this.close();
      return;
    }
    event.preventDefault();
  }

  clicked(event) {
    event.preventDefault(); // the field keeps the focus
    const line = event.target.closest("li");
    if (line) this.fill(this.people[[...this.list.children].indexOf(line)]);
  }

  fill(person) {
    const fields = fieldsBeside(this.input);
    for (const [name, value] of Object.entries(person)) {
      const field = fields.get(name);
      if (!field) continue;
      field.value = value ?? "";
      field.removeAttribute("aria-invalid");
    }
    this.close();
  }
}

for (const input of document.querySelectorAll("form[data-known] [data-completes] input")) {
  if (TYPED.includes(bare(input))) new Completion(input);
}
