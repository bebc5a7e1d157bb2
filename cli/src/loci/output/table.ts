import stringWidth from 'string-width';
import { toSingleLine } from './clean-text.ts';

export interface Column {
  title: string;
  align?: 'right';
}

const SEPARATOR = '  ';
const MIN_LAST_COLUMN = 20;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens a text to a number of terminal columns. Never splits a character that consists of several code points. */
export function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let result = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = used + stringWidth(segment);
    if (next > width - 1) break;
    result += segment;
    used = next;
  }
  return `${result}…`;
}

/**
 * Formats rows as a table with aligned columns. Characters can be one or two terminal columns wide.
 *
 * @param width terminal columns. The last column is shortened to fit. If undefined, nothing is shortened.
 * @param styleHeader applied to the padded header line
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  {
    width,
    styleHeader = (line) => line,
  }: { width?: number | undefined; styleHeader?: (line: string) => string },
): string {
  const cells = rows.map((row) => row.map(toSingleLine));
  const widths = columns.map(({ title }, index) =>
    [title, ...cells.map((row) => row[index]!)].reduce(
      (widest, cell) => Math.max(widest, stringWidth(cell)),
      0,
    ),
  );
  const last = columns.length - 1;
  if (width !== undefined) {
    const others = widths.slice(0, -1).reduce((sum, each) => sum + each + SEPARATOR.length, 0);
    widths[last] = Math.min(widths[last]!, Math.max(width - others, MIN_LAST_COLUMN));
  }
  const formatRow = (row: readonly string[]): string =>
    row
      .map((cell, index) => {
        const text = truncate(cell, widths[index]!);
        const padding = ' '.repeat(widths[index]! - stringWidth(text));
        if (columns[index]!.align === 'right') return padding + text;
        return index === last ? text : text + padding;
      })
      .join(SEPARATOR);
  return [styleHeader(formatRow(columns.map(({ title }) => title))), ...cells.map(formatRow)].join('\n');
}
