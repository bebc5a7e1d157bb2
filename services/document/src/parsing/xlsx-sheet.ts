import { textTooLongError } from './document-builder.ts';
import type { DocumentBuilder } from './document-builder.ts';
import type { ParseLimits } from './parse-limits.ts';
import { MAX_EMPTY_CELLS } from './table-row.ts';
import { walkZipXml } from './walk-zip-xml.ts';
import { decodeEscapes, formatNumber, formatSerialDate } from './xlsx-cell-values.ts';
import type { WorkbookValues } from './xlsx-cell-values.ts';
import type { ZipArchive } from './zip-archive.ts';

interface Sheet {
  name: string;
  path: string;
  /** Number of the sheet, from 1. */
  chapter: number;
}

/**
 * Appends the name of a sheet as a heading, and each row that has text as a block. Formulas appear as their last
 * calculated values. A sheet without text is left out.
 *
 * @throws VAL_FIELD_TOO_LONG (413) if the text gets too long
 * @see ECMA-376 part 1, section 18.3
 */
export async function appendSheet(
  builder: DocumentBuilder,
  zip: ZipArchive,
  sheet: Sheet,
  values: WorkbookValues,
  limits: Pick<ParseLimits, 'textLength'>,
): Promise<void> {
  const position = { chapter: sheet.chapter };
  let isNamed = false;
  let cells: string[] = [];
  let rowLength = 0;
  let nextColumn = 0;
  let rowColumn = 0;
  let cell = { type: '', style: 0, column: 0 };
  let text = '';
  let isValue = false;
  let isPhonetic = false;

  function addCell(): void {
    const value = cellText(cell, text, values).replace(/\s+/g, ' ').trim();
    nextColumn = cell.column + 1;
    if (value === '') return;
    const empty = Math.min(Math.max(cell.column - rowColumn, 0), MAX_EMPTY_CELLS);
    for (let i = 0; i < empty; i++) cells.push('');
    cells.push(value);
    rowColumn = cell.column + 1;
    // Checked for each cell, because a malicious row could refer to one long string a million times.
    rowLength += value.length;
    if (rowLength > limits.textLength) throw textTooLongError(limits.textLength);
  }

  function addRow(): void {
    if (cells.length > 0) {
      if (!isNamed) builder.add('heading', sheet.name, { ...position, level: 1 });
      isNamed = true;
      builder.add('table', cells.join(' | '), position);
    }
    cells = [];
    rowLength = nextColumn = rowColumn = 0;
  }

  builder.startSection([]);
  await walkZipXml(zip, sheet.path, {
    onOpen(name, attributes) {
      if (name === 'c') {
        const column = columnIndex(attributes['r']) ?? nextColumn;
        cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), column };
        text = '';
      }
      if (name === 'rph') isPhonetic = true;
      if (name === 'v' || name === 't') isValue = !isPhonetic;
    },
    onClose(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'rph') isPhonetic = false;
      if (name === 'c') addCell();
      if (name === 'row') addRow();
    },
    onText(data) {
      if (isValue) text += data;
    },
  });
}

function cellText(
  { type, style }: { type: string; style: number },
  text: string,
  { sharedStrings, dateStyles, startsIn1904 }: WorkbookValues,
): string {
  if (type === 's') return sharedStrings[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : text === '0' ? 'FALSE' : '';
  if (type !== 'n') return decodeEscapes(text);
  if (text.trim() !== '' && dateStyles.has(style) && Number.isFinite(Number(text))) {
    return formatSerialDate(Number(text), startsIn1904);
  }
  return formatNumber(text);
}

/** Returns the column of a cell reference such as `AB12`, from 0. */
function columnIndex(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
