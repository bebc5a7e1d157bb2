const MAX_FORMATS = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Creates formats once, because it takes longer than a search. @throws RangeError for an unknown time zone */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}

/** Returns whether the time zone database contains a name such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Converts an instant to the local time of a time zone. Both are milliseconds, the local time as if it were UTC. */
export function toLocalTime(instantMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return instantMs;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type)!;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Converts a local time to an instant. In the hour that a time change repeats or skips, the result is one of two instants. */
export function toInstant(localMs: number, timeZone: string): number {
  const guess = localMs - (toLocalTime(localMs, timeZone) - localMs);
  return guess - (toLocalTime(guess, timeZone) - localMs);
}
