import { MAX_TIMESTAMP_LENGTH, externalSizeLimits } from '@loci/contracts';
import { z } from 'zod';

/** Any well-formed UUID, the nil one included, in lower case: absent ids are 404, not 422. */
export const uuid = z.guid().toLowerCase();

const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;

/** A number in a query string. */
export const queryNumber = <S extends z.ZodType<number>>(schema: S) => z.preprocess(numeric, schema);

/** `true` or `false` in a query string. */
export const queryBoolean = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
queryBoolean.def.in.register(externalSizeLimits, { maxLength: 'false'.length });

/** A share of one. */
export const unitInterval = z.number().min(0).max(1);

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const WITH_ZONE = /(Z|[+-]\d{2}:?\d{2})$/;

function parseMoment(text: string, bareDateTime: string): Date | null {
  if (text.length > MAX_TIMESTAMP_LENGTH) return null;
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text))
    return null;
  const full = BARE_DATE.test(text) ? `${text}T${bareDateTime}` : text.replace(' ', 'T');
  const moment = new Date(WITH_ZONE.test(full) && !BARE_DATE.test(text) ? full : full.replace(/Z?$/, 'Z'));
  if (Number.isNaN(moment.getTime())) return null;
  // new Date() rolls 30 February over to March; a date that does not exist is a mistake.
  return isRealDay(text.slice(0, 10)) ? moment : null;
}

function isRealDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

const moment = (bareDateTime: string) =>
  z
    .string()
    .register(externalSizeLimits, { maxLength: MAX_TIMESTAMP_LENGTH })
    .transform((text, context): Date => {
      const parsed = parseMoment(text, bareDateTime);
      if (parsed !== null) return parsed;
      context.addIssue({
        code: 'custom',
        message: 'Must be an ISO 8601 date or date-time.',
        params: { code: 'VAL_FIELD_INVALID' },
      });
      return z.NEVER;
    });

/** ISO 8601 date or date-time, UTC unless it says otherwise; a bare date is its first moment. */
export const startTimestamp = moment('00:00:00.000');
/** The same as an end bound: a bare date covers its whole day. */
export const endTimestamp = moment('23:59:59.999');
