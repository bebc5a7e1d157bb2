import type { Interval } from '../statistics/resample.ts';

/** Formats a share with three decimals. */
export const formatShare = (value: number): string => value.toFixed(3);

/** Formats the difference between two shares with its sign. */
export const formatDifference = (value: number): string => `${value < 0 ? '' : '+'}${formatShare(value)}`;

/** Formats a confidence interval of a share in brackets. @param format formats a bound */
export const formatInterval = ([low, high]: Interval, format = formatShare): string =>
  `[${format(low)}, ${format(high)}]`;
