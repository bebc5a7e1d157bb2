import type { Schema } from '../../request-description.ts';

/** The schema without the alternative `null`. */
export const withoutNull = (schema: Schema): Schema =>
  schema.anyOf?.length === 2 && schema.anyOf.some(({ type }) => type === 'null')
    ? schema.anyOf.find(({ type }) => type !== 'null')!
    : schema;

/** True if the schema accepts a date or a date-time. */
export const isTimestamp = (schema: Schema): boolean =>
  schema.anyOf?.some(({ format }) => format === 'date-time') === true;
