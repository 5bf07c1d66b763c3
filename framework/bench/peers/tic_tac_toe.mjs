// Noughts and crosses, as every server here plays it: cells hold 0 or a seat plus one.

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

/** Whether a cell is one of the board and nobody's yet. */
export const isFree = (cells, cell) => Number.isInteger(cell) && cells[cell] === 0;

/** Whether somebody has a line, or no cell is left. */
export const isOver = (cells) =>
  LINES.some(([a, b, c]) => cells[a] !== 0 && cells[a] === cells[b] && cells[a] === cells[c])
  || cells.every((cell) => cell !== 0);
