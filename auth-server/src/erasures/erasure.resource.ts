import { z } from 'zod';
import { digestField, retainedResource, storeResource } from '../receipts/receipt.resource.ts';
import { storeResults } from '../receipts/receipt.ts';
import { statusOf } from './erasure.ts';
import type { Erasure } from './erasure.ts';

const receiptResource = z.object({
  erasure_id: z.guid(),
  tenant_id: z.guid(),
  user_id: z.guid(),
  requested_at: z.string(),
  completed_at: z.string(),
  stores: z.array(storeResource),
  retained: z.array(retainedResource).describe('Data that the erasure does not delete.'),
  digest: digestField,
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
