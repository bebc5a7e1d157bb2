import type { Language } from '../texts/languages.ts';

/** Formats a number in a language, for example 12,345 or 12.345. */
export const formatNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value);
