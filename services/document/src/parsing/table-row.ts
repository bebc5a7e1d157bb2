/** Joins the cells of a table row. Leaves out empty cells at the end of the row. */
export function joinCells(cells: readonly string[]): string {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1).join(' | ');
}

/**
 * Maximum number of empty cells that are kept between two cells. Empty cells keep the columns aligned, but a
 * row can have thousands of them.
 */
export const MAX_EMPTY_CELLS = 20;
