import { componentNames } from '@loci/contracts';
import { z } from 'zod';

export const storeResource = z
  .object({
    service: z.string().describe('Service that owns the store.'),
    store: z.string().describe('Name of the store.'),
    found_before: z.int().describe('Rows, files or index entries with the data before the deletion.'),
    found_after: z
      .int()
      .nullable()
      .describe('The same number in the last search. Null before the first search after a deletion.'),
  })
  .register(componentNames, { name: 'ErasedStore' });

export const retainedResource = z
  .object({
    item: z.string().describe('Kind of object that was kept.'),
    description: z.string().describe('Reason for which the objects are kept.'),
    count: z.int().optional().describe('Number of kept objects.'),
    until: z.string().optional().describe('Time until which it is kept; null if it is not limited.'),
  })
  .register(componentNames, { name: 'RetainedObjects' });

export const digestField = z
  .string()
  .describe('SHA-256 of the canonical JSON (RFC 8785) of the other fields, as hexadecimal digits.');
