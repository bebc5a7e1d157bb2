import { walkZipXml } from './walk-zip-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Parts of a workbook that the values of its cells refer to. */
export interface WorkbookValues {
  /** Texts of cells of the type `s`, by index. */
  sharedStrings: readonly string[];
  /** Indexes of the cell styles that display a number as a date or a time. */
  dateStyles: ReadonlySet<number>;
  startsIn1904: boolean;
}

/** Reads the table of shared strings. Leaves out phonetic hints. @see ECMA-376 part 1, section 18.4 */
export async function readSharedStrings(zip: ZipArchive, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined) return strings;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await walkZipXml(zip, path, {
    onOpen(name) {
      if (name === 'si') text = '';
      if (name === 'rph') isPhonetic = true;
      if (name === 't') isText = !isPhonetic;
    },
    onClose(name) {
      if (name === 'si') strings.push(decodeEscapes(text));
      if (name === 'rph') isPhonetic = false;
      if (name === 't') isText = false;
    },
    onText(data) {
      if (isText) text += data;
    },
  });
  return strings;
}

/** Decodes `_xHHHH_`, the escape for characters that XML does not allow. @see ECMA-376 part 1, section 22.9.2.19 */
export const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Predefined number formats of dates and times. @see ECMA-376 part 1, section 18.8.30 */
const isPredefinedDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58);

/** Reads which cell styles have a date format. */
export async function readDateStyles(zip: ZipArchive, path: string | undefined): Promise<Set<number>> {
  const styles = new Set<number>();
  if (path === undefined) return styles;
  const customDates = new Set<number>();
  let isCellFormats = false;
  let index = 0;
  await walkZipXml(zip, path, {
    onOpen(name, attributes) {
      if (name === 'cellxfs') isCellFormats = true;
      const id = Number(attributes['numFmtId']);
      if (name === 'numfmt' && isDateFormat(attributes['formatCode'] ?? '')) customDates.add(id);
      if (name === 'xf' && isCellFormats) {
        if (isPredefinedDate(id) || customDates.has(id)) styles.add(index);
        index++;
      }
    },
    onClose(name) {
      if (name === 'cellxfs') isCellFormats = false;
    },
  });
  return styles;
}

/**
 * Returns true for a format with a field of a date or time. Quoted text, colors and conditions are not fields. Formats
 * of durations, such as `[h]:mm`, are not formats of dates.
 */
function isDateFormat(code: string): boolean {
  const format = code.slice(0, 1_000).replace(/"[^"]*"|\\.|_./g, '');
  return !/\[[hms]+\]/i.test(format) && /[ymdhs]/i.test(format.replace(/\[[^\]]*\]/g, ''));
}

const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Serial number after the last supported day, 9999-12-31. */
const MAX_SERIAL = 2_958_466;

/**
 * Formats a serial number as an ISO 8601 date, time, or both. Returns the number if it is not a valid date. Excel
 * treats 1900 as a leap year, so dates before March 1900 are one day early.
 */
export function formatSerialDate(serial: number, startsIn1904: boolean): string {
  if (!(serial >= 0 && serial < MAX_SERIAL)) return String(serial);
  const milliseconds = Math.round((serial * DAY_MS) / 1000) * 1000;
  const iso = new Date((startsIn1904 ? EPOCH_1904 : EPOCH_1900) + milliseconds).toISOString();
  const [date = '', time = ''] = iso.slice(0, 19).split('T');
  if (serial < 1) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}

/** Formats a number with 15 significant digits, the precision of Excel. Returns other texts unchanged. */
export function formatNumber(text: string): string {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text;
}
