import { HIDDEN_VALIDITIES, MAX_FILTER_VALUES } from '@loci/contracts';
import type { HiddenValidity } from '@loci/contracts';
import { z } from 'zod';

/** Maximum length of a comma-separated list of validities. */
const MAX_LIST_LENGTH = 100;

/**
 * Schema of the validities that a read includes in addition to `current`.
 * @see docs/reference/relationships.md#validity
 */
export const includeField = z.array(z.enum(HIDDEN_VALIDITIES)).max(MAX_FILTER_VALUES);

/** Schema of {@link includeField} as a comma-separated list in a query string. */
export const queryInclude = z
  .string()
  .max(MAX_LIST_LENGTH)
  .transform((list, context): HiddenValidity[] => {
    const values = list.split(',');
    if (values.every(isHiddenValidity)) return values;
    context.addIssue({
      code: 'custom',
      message: `Must be a comma-separated list of: ${HIDDEN_VALIDITIES.join(', ')}.`,
      params: { code: 'VAL_ENUM_INVALID', details: { field: 'include', allowed_values: HIDDEN_VALIDITIES } },
    });
    return z.NEVER;
  });

const isHiddenValidity = (value: string): value is HiddenValidity =>
  (HIDDEN_VALIDITIES as readonly string[]).includes(value);
