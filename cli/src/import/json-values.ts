/** Object of parsed JSON with unknown fields. */
export type JsonObject = Record<string, unknown>;

/** Returns the value if it is an object, otherwise an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a string with visible characters, otherwise undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the strings of an array, or of a list that is separated by commas. */
export function asTags(value: unknown): string[] {
  const parts = typeof value === 'string' ? value.split(',') : asArray(value);
  return parts.flatMap((part) => {
    const tag = typeof part === 'string' ? part.trim().replace(/^#/, '') : '';
    return tag === '' ? [] : [tag];
  });
}

/** First time that the API accepts, and the first time that it rejects, in milliseconds since 1970. */
const MIN_TIME = Date.UTC(1000, 0, 1);
const MAX_TIME = Date.UTC(9999, 11, 31);
/** A number of seconds is smaller until the year 5138, and a number of milliseconds is larger since 1973. */
const MAX_SECONDS = 100_000_000_000;

/** Converts an ISO 8601 time, or a Unix time in seconds or milliseconds. Returns null for another value. */
export function asTime(value: unknown): string | null {
  let time = NaN;
  if (typeof value === 'number') time = Math.abs(value) < MAX_SECONDS ? value * 1000 : value;
  // A time without a zone is UTC, so that the result does not depend on the zone of the machine.
  else if (typeof value === 'string')
    time = Date.parse(/T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value) ? `${value}Z` : value);
  else if (value instanceof Date) time = value.getTime();
  return time >= MIN_TIME && time < MAX_TIME ? new Date(time).toISOString() : null;
}

/** Removes undefined and null values. */
export function withoutEmpty(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
