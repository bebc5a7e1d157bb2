import { jsonByteLength } from '@loci/core';
import { z } from 'zod';

/** Maximum size of a free-form object, in UTF-8 bytes of its compact JSON. */
export const MAX_FREE_FORM_BYTES = 65_536;

/** Maximum number of entries of a free-form object. */
export const MAX_OBJECT_ENTRIES = 1_000;

/**
 * Schema of an input object with arbitrary keys and values. An object that exceeds `MAX_FREE_FORM_BYTES` is
 * rejected with VAL_FIELD_TOO_LONG, the limit and the actual size in bytes.
 *
 * @param field name of the field in the details of the error
 * @param limits limits that differ from `MAX_FREE_FORM_BYTES` and `MAX_OBJECT_ENTRIES`
 */
export const freeFormObject = (
  field: string,
  { maxBytes = MAX_FREE_FORM_BYTES, maxEntries = MAX_OBJECT_ENTRIES } = {},
) =>
  z
    .record(z.string(), z.unknown())
    .refine((object) => Object.keys(object).length <= maxEntries, {
      message: `Must have at most ${maxEntries} entries.`,
    })
    .superRefine((value, context) => {
      const actual = jsonByteLength(value);
      if (actual <= maxBytes) return;
      context.addIssue({
        code: 'custom',
        message: `Must be at most ${maxBytes} bytes as JSON.`,
        params: {
          code: 'VAL_FIELD_TOO_LONG',
          details: { field, max_length: maxBytes, actual_length: actual },
        },
      });
    })
    .meta({ maxProperties: maxEntries })
    .describe(`At most ${maxBytes} bytes as JSON.`);
