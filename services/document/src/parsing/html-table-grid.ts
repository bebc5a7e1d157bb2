import { MAX_EMPTY_CELLS } from './table-row.ts';

/** Tracks the columns of an HTML table, whose cells can span several columns and rows. */
export interface TableGrid {
  startRow(): void;
  /** Starts a new block in the row, because the current cell contains a block of another kind. */
  startBlock(): void;
  /**
   * Adds a cell. Returns its distance in columns from the previous cell of the block, or from the first
   * column.
   */
  addCell(attributes: Readonly<Record<string, string>>): number;
}

/** Maximum number of rows and columns that a cell can span. @see WHATWG HTML section 4.9.11 */
const MAX_ROW_SPAN = 65_534;
const MAX_COLUMN_SPAN = 1_000;

/** Creates the grid of an empty table. */
export function createTableGrid(): TableGrid {
  /** Index of the last row that a cell of an earlier row covers, by column. */
  const coveredUntil = new Map<number, number>();
  let row = -1;
  let column = 0;
  let previous = 0;

  return {
    startRow() {
      row++;
      column = 0;
      previous = 0;
    },
    startBlock() {
      previous = column;
    },
    addCell({ colspan, rowspan }) {
      while ((coveredUntil.get(column) ?? -1) >= row) column++;
      const start = column;
      column += spanOf(colspan, MAX_COLUMN_SPAN);
      const rows = spanOf(rowspan, MAX_ROW_SPAN);
      if (rows > 1) for (let index = start; index < column; index++) coveredUntil.set(index, row + rows - 1);
      const distance = start - previous;
      previous = start;
      return Math.min(distance, MAX_EMPTY_CELLS + 1);
    },
  };
}

function spanOf(attribute: string | undefined, max: number): number {
  const span = Math.floor(Number(attribute ?? 1));
  return span >= 1 ? Math.min(span, max) : 1;
}
