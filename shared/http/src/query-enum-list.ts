import { z } from 'zod';

/** Maximum length of a comma-separated list of values. */
const MAX_LIST_LENGTH = 200;

/**
 * Schema of a comma-separated list in a query string. Repeated values count once.
 *
 * @param field name of the query parameter in errors
 */
export const queryEnumList = <const Value extends string>(field: string, allowed: readonly Value[]) =>
  z
    .string()
    .max(MAX_LIST_LENGTH)
    .transform((list, context): Value[] => {
      const values = [...new Set(list.split(','))];
      if (values.every((value): value is Value => (allowed as readonly string[]).includes(value)))
        return values;
      context.addIssue({
        code: 'custom',
        message: `Must be a comma-separated list of: ${allowed.join(', ')}.`,
        params: { code: 'VAL_ENUM_INVALID', details: { field, allowed_values: allowed } },
      });
      return z.NEVER;
    });
