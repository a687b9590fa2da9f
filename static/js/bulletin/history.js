// The states of a turn at the tablet, bulletin and laid tiles, for undo and redo. Pure.

const MAX_STEPS = 100;

export class EditHistory {
  #past = [];
  #present = null;
  #future = [];

  get present() {
    return this.#present;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Forget everything; `state` is the first one. */
  begin(state) {
    this.#past = [];
    this.#present = state;
    this.#future = [];
  }

  add(state) {
    this.#past = [...this.#past.slice(1 - MAX_STEPS), this.#present];
    this.#present = state;
    this.#future = [];
  }

  /** Return the state before; null if there is none. */
  undo() {
    return this.#move(this.#past, this.#future);
  }

  /** Return the state that was undone last; null if there is none. */
  redo() {
    return this.#move(this.#future, this.#past);
  }

  #move(source, target) {
    if (source.length === 0) return null;
    target.push(this.#present);
    this.#present = source.pop();
    return this.#present;
  }
}
