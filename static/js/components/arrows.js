// Steps of the arrow keys in rows and columns: [rows down, columns right].

export const ARROWS = Object.freeze({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});
