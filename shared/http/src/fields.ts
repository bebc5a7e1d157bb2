import {
  MAX_TIMESTAMP_LENGTH,
  MAX_VALIDITY_TIME,
  MIN_VALIDITY_TIME,
  externalSizeLimits,
} from '@loci/contracts';
import { z } from 'zod';

/** Schema of a UUID of any version, including the nil UUID. The output is lowercase. */
export const uuid = z.guid().toLowerCase();

const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;

/** Wraps the schema of a number so that it also accepts a decimal string, as in a query string. */
export const queryNumber = <S extends z.ZodType<number>>(schema: S) => z.preprocess(numeric, schema);

/** Schema of a boolean in a query string. Accepts `true`, `false`, `1` and `0`. */
export const queryBoolean = z
  .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
  .meta({ type: 'boolean' });
queryBoolean.def.in.register(externalSizeLimits, { maxLength: 'false'.length });

/** Schema of a number from 0 to 1. */
export const unitInterval = z.number().min(0).max(1);

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const WITH_ZONE = /(Z|[+-]\d{2}:?\d{2})$/;

function parseTimestamp(text: string, bareDateTime: string): Date | null {
  if (text.length > MAX_TIMESTAMP_LENGTH) return null;
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text))
    return null;
  const full = BARE_DATE.test(text) ? `${text}T${bareDateTime}` : text.replace(' ', 'T');
  const timestamp = new Date(WITH_ZONE.test(full) && !BARE_DATE.test(text) ? full : full.replace(/Z?$/, 'Z'));
  if (Number.isNaN(timestamp.getTime())) return null;
  // The Date constructor converts February 30 to a day in March instead of rejecting it.
  return dayExists(text.slice(0, 10)) ? timestamp : null;
}

function dayExists(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

interface TimestampFieldOptions {
  /** Time of a date without a time. */
  bareDateTime: string;
  /** Returns the message of the error about a time that is not allowed, or null. */
  reject?(time: Date): string | null;
}

const timestampField = ({ bareDateTime, reject }: TimestampFieldOptions) =>
  z
    .string()
    .register(externalSizeLimits, { maxLength: MAX_TIMESTAMP_LENGTH })
    .transform((text, context): Date => {
      const parsed = parseTimestamp(text, bareDateTime);
      const message = parsed === null ? 'Must be an ISO 8601 date or date-time.' : reject?.(parsed);
      if (parsed !== null && message == null) return parsed;
      context.addIssue({ code: 'custom', message: message!, params: { code: 'VAL_FIELD_INVALID' } });
      return z.NEVER;
    })
    .meta({
      anyOf: ['date-time', 'date'].map((format) => ({
        type: 'string',
        format,
        maxLength: MAX_TIMESTAMP_LENGTH,
      })),
    });

/**
 * Schema of the start of a period. Accepts an ISO 8601 date or date-time. A value without an offset is in
 * UTC. A date without a time is the start of the day.
 * @see docs/reference/http.md#dates-and-times
 */
export const startTimestamp = timestampField({ bareDateTime: '00:00:00.000' });
/**
 * Schema of the end of a period, like {@link startTimestamp}. A date without a time is the end of the day.
 */
export const endTimestamp = timestampField({ bareDateTime: '23:59:59.999' });
/**
 * Schema of a time at which something is valid, like {@link startTimestamp}.
 * @see docs/reference/time.md#validity
 */
export const validityTimestamp = timestampField({
  bareDateTime: '00:00:00.000',
  reject: (time) =>
    time < MIN_VALIDITY_TIME || time > MAX_VALIDITY_TIME
      ? 'Must be between 1000-01-01 and 9999-12-31.'
      : null,
});
