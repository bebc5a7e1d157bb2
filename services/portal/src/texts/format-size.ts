import type { Language } from './languages.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a number of bytes in decimal units, for example `48 kB`. */
export function formatSize(bytes: number, language: Language): string {
  const exponent = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[exponent]!,
    unitDisplay: exponent === 0 ? 'long' : 'short',
    maximumFractionDigits: exponent < 2 ? 0 : 1,
  }).format(bytes / 1000 ** exponent);
}
