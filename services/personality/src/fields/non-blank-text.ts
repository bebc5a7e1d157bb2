import { z } from 'zod';

/** Creates the schema of a string of 1 to `maxLength` characters that is not only white space. */
export const nonBlankText = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine((value) => value === '' || value.trim() !== '', {
      message: 'Must not be empty.',
      params: { code: 'VAL_FIELD_INVALID' },
    });
