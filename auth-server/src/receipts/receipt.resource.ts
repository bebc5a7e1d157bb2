import { z } from 'zod';

export const storeResource = z.object({
  service: z.string(),
  store: z.string(),
  found_before: z.int().describe('Rows, files or index entries with the data before the deletion.'),
  found_after: z
    .int()
    .nullable()
    .describe('The same number in the last search. Null before the first search after a deletion.'),
});

export const retainedResource = z.object({
  item: z.string(),
  description: z.string(),
  count: z.int().optional(),
  until: z.string().optional(),
});

export const digestField = z
  .string()
  .describe('SHA-256 of the canonical JSON (RFC 8785) of the other fields, as hexadecimal digits.');
