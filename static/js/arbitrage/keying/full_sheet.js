// The whole bulletin in a dialog: everything that the official form can hold, with the editor of
// the tablets.

import { BulletinEditor } from "../../bulletin/editor.js";
import { directionOf } from "../../bulletin/sheet.js";
import { by } from "../../dom.js";
import { BLANK_BULLETIN } from "./grammar.js";

const ILLEGIBLE_FIELDS = ["reference", "score"];

export class FullSheet {
  #sheet = BLANK_BULLETIN;
  #editor = null;

  /** @param {{illegible: string, onWritten: (bulletin: object) => void}} options */
  constructor({ illegible, onWritten }) {
    Object.assign(this, { illegible, onWritten });
    this.dialog = by("full-sheet");
    this.form = by("sheet");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.form.addEventListener("keydown", (event) => this.#press(event));
    for (const name of ILLEGIBLE_FIELDS) {
      this.#box(name).addEventListener("change", () => this.#look());
    }
  }

  /** @param {string} title whose bulletin @param {object} bulletin what is written so far */
  open(title, bulletin) {
    this.#editor ??= new BulletinEditor({
      remembers: false,
      onEdit: (changes) => {
        this.#sheet = { ...this.#sheet, ...changes };
      },
    });
    const text = (name) => (bulletin[name] === this.illegible ? "" : bulletin[name]);
    this.#sheet = { ...bulletin, reference: text("reference"), score: text("score"),
      direction: directionOf(bulletin.rows) };
    by("sheet-title").textContent = title;
    by("bulletin-state").value = bulletin.state;
    for (const name of ILLEGIBLE_FIELDS) this.#box(name).checked = bulletin[name] === this.illegible;
    this.dialog.showModal();
    this.#editor.restart();
    this.#editor.show(this.#sheet, false);
    this.#look();
    this.#editor.focus();
  }

  #box = (name) => by(`${name}-illegible`);

  /** What nobody can read has no text. */
  #look() {
    for (const name of ILLEGIBLE_FIELDS) by(name).disabled = this.#box(name).checked;
  }

  #press(event) {
    if (event.key === "F2") this.#editor.switchWriting();
    else if (event.key === "?" && ILLEGIBLE_FIELDS.includes(event.target.id)) {
      this.#box(event.target.id).click();
    } else if (event.key === "Enter" && !event.target.closest("button")) this.#next(event.target);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Enter goes through the fields, then the bulletin is written. */
  #next(from) {
    const order = ["word", "reference", "score"];
    const at = from.closest("#squared") ? 0 : order.indexOf(from.id);
    const rest = at < 0 ? [] : order.slice(at + 1).map(by).filter((field) => !field.disabled);
    if (rest.length) rest[0].focus();
    else this.form.requestSubmit();
  }

  #send() {
    const { rows, struck, reference, score } = this.#sheet;
    const read = (name, text) => (this.#box(name).checked ? this.illegible : text);
    this.dialog.close();
    this.onWritten({
      rows: [...rows],
      struck: [...struck],
      reference: read("reference", reference),
      score: read("score", score),
      state: by("bulletin-state").value,
    });
  }
}
