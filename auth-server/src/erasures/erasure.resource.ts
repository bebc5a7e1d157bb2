import { z } from 'zod';
import { statusOf, storeResults } from './erasure.ts';
import type { Erasure } from './erasure.ts';

const storeResource = z.object({
  service: z.string(),
  store: z.string(),
  found_before: z.int().describe('Rows, files or index entries with data of the user before the deletion.'),
  found_after: z
    .int()
    .nullable()
    .describe('The same number in the last search. Null before the first search after a deletion.'),
});

const retainedResource = z.object({
  item: z.string(),
  description: z.string(),
  count: z.int().optional(),
  until: z.string().optional(),
});

const receiptResource = z.object({
  erasure_id: z.guid(),
  tenant_id: z.guid(),
  user_id: z.guid(),
  requested_at: z.string(),
  completed_at: z.string(),
  stores: z.array(storeResource),
  retained: z.array(retainedResource).describe('Data that the erasure does not delete.'),
  digest: z
    .string()
    .describe('SHA-256 of the canonical JSON (RFC 8785) of the other fields, as hexadecimal digits.'),
});

export const erasureResource = z.object({
  id: z.guid(),
  user_id: z.guid(),
  status: z.enum(['running', 'verifying', 'completed']),
  requested_by: z.string(),
  requested_at: z.string(),
  completed_at: z.string().nullable(),
  stores: z.array(storeResource),
  receipt: receiptResource.nullable().describe('Null until the erasure is completed.'),
});

export const toErasureResource = (erasure: Erasure): z.input<typeof erasureResource> => ({
  id: erasure.id,
  user_id: erasure.userId,
  status: statusOf(erasure),
  requested_by: erasure.requestedBy,
  requested_at: erasure.requestedAt.toISOString(),
  completed_at: erasure.completedAt?.toISOString() ?? null,
  stores: storeResults(erasure),
  receipt: erasure.receipt,
});
