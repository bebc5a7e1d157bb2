import { formatNumber } from '../pages/numbers.ts';
import type { Language } from '../texts/languages.ts';

const UNITS = ['', 'KiB', 'MiB', 'GiB', 'TiB'];
const BYTES: Record<Language, { one: string; other: string }> = {
  en: { one: 'byte', other: 'bytes' },
  de: { one: 'Byte', other: 'Bytes' },
};

/** Formats a number of bytes with at most one decimal place, for example `1.5 KiB`. Does not round up. */
export function formatBytes(bytes: number, language: Language = 'en'): string {
  const exponent = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = Math.floor((bytes / 1024 ** exponent) * 10) / 10;
  const unit = exponent === 0 ? BYTES[language][value === 1 ? 'one' : 'other'] : UNITS[exponent];
  return `${formatNumber(value, language)} ${unit}`;
}
