import { language } from '../texts.ts';

const format = new Intl.NumberFormat(language);

/** Formats a number in the language of the page. */
export const formatNumber = (value: number): string => format.format(value);
