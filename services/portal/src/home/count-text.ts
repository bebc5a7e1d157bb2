import type { Locale } from '../texts/texts.ts';
import type { Count } from './overview.ts';

/** Formats a number of objects, with a plus sign if there can be more. */
export const countText = ({ total, total_is_exact: isExact }: Count, { texts: { home } }: Locale): string =>
  isExact ? home.count(total) : home.atLeast(total);
