import type { Language } from '../texts/languages.ts';

/** Formats a share as a percentage without decimals. @param share 0 to 1 */
export const formatPercent = (share: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** Formats a day. @param date `YYYY-MM-DD` */
export const formatDay = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
