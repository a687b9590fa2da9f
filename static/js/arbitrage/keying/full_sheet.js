// The dialog with all fields of the official bulletin, edited as on a tablet.

import { BulletinEditor } from "../../bulletin/editor.js";
import { getDirection } from "../../bulletin/sheet.js";
import { getElement } from "../../dom.js";
import { BLANK_BULLETIN } from "./line_parser.js";

const ILLEGIBLE_FIELDS = ["reference", "score"];

export class FullSheet {
  #sheet = BLANK_BULLETIN;
  #editor = null;

  /** @param {{illegible: string, onWritten: (bulletin: object) => void}} options */
  constructor({ illegible, onWritten }) {
    Object.assign(this, { illegible, onWritten });
    this.dialog = getElement("full-sheet");
    this.form = getElement("sheet");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.form.addEventListener("keydown", (event) => this.#handleKey(event));
    for (const name of ILLEGIBLE_FIELDS) {
      this.#getIllegibleBox(name).addEventListener("change", () => this.#disableIllegible());
    }
  }

  /**
   * @param {string} title names the table and its players
   * @param {object} bulletin as typed so far
   */
  open(title, bulletin) {
    this.#editor ??= new BulletinEditor({
      remembersMode: false,
      onEdit: (changes) => {
        this.#sheet = { ...this.#sheet, ...changes };
      },
    });
    const getText = (name) => (bulletin[name] === this.illegible ? "" : bulletin[name]);
    this.#sheet = { ...bulletin, reference: getText("reference"), score: getText("score"),
      direction: getDirection(bulletin.rows) };
    getElement("sheet-title").textContent = title;
    getElement("bulletin-state").value = bulletin.state;
    for (const name of ILLEGIBLE_FIELDS) {
      this.#getIllegibleBox(name).checked = bulletin[name] === this.illegible;
    }
    this.dialog.showModal();
    this.#editor.reset();
    this.#editor.show(this.#sheet, false);
    this.#disableIllegible();
    this.#editor.focus();
  }

  #getIllegibleBox = (name) => getElement(`${name}-illegible`);

  /** Disable the fields that are ticked as illegible. */
  #disableIllegible() {
    for (const name of ILLEGIBLE_FIELDS) {
      getElement(name).disabled = this.#getIllegibleBox(name).checked;
    }
  }

  #handleKey(event) {
    if (event.key === "F2") this.#editor.switchMode();
    else if (event.key === "?" && ILLEGIBLE_FIELDS.includes(event.target.id)) {
      this.#getIllegibleBox(event.target.id).click();
    } else if (event.key === "Enter" && !event.target.closest("button")) this.#focusNext(event.target);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Focus the field after `current`; after the last one send the form. */
  #focusNext(current) {
    const fieldIds = ["word", "reference", "score"];
    const index = current.closest("#squared") ? 0 : fieldIds.indexOf(current.id);
    const nextFields = index < 0 ? [] : fieldIds.slice(index + 1).map(getElement);
    const nextField = nextFields.find((field) => !field.disabled);
    if (nextField) nextField.focus();
    else this.form.requestSubmit();
  }

  #send() {
    const { rows, struck, reference, score } = this.#sheet;
    const readField = (name, text) => (this.#getIllegibleBox(name).checked ? this.illegible : text);
    this.dialog.close();
    this.onWritten({
      rows: [...rows],
      struck: [...struck],
      reference: readField("reference", reference),
      score: readField("score", score),
      state: getElement("bulletin-state").value,
    });
  }
}
