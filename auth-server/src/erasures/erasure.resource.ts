import { componentNames } from '@loci/contracts';
import { z } from 'zod';
import { digestField, retainedResource, storeResource } from '../receipts/receipt.resource.ts';
import { storeResults } from '../receipts/receipt.ts';
import { statusOf } from './erasure.ts';
import type { Erasure } from './erasure.ts';

const receiptResource = z
  .object({
    erasure_id: z.guid().describe('ID of the erasure.'),
    tenant_id: z.guid().describe('ID of the tenant.'),
    user_id: z.guid().describe('User whose data is erased.'),
    requested_at: z.string().describe('Time of the request. Objects that were stored later are kept.'),
    completed_at: z.string().describe('Time of the last search; null before it.'),
    stores: z
      .array(storeResource)
      .describe('Results of the searches by store. Empty until the first search has ended.'),
    retained: z.array(retainedResource).describe('Data that the erasure does not delete.'),
    digest: digestField,
  })
  .register(componentNames, { name: 'ErasureReceipt' });

export const erasureResource = z
  .object({
    id: z.guid().describe('ID of the erasure.'),
    user_id: z.guid().describe('User whose data is erased.'),
    status: z
      .enum(['running', 'verifying', 'completed'])
      .describe(
        '`running`; `verifying` if the last search found nothing and another search follows; `completed`.',
      ),
    requested_by: z.string().describe('User who requested the erasure.'),
    requested_at: z.string().describe('Time of the request. Objects that were stored later are kept.'),
    completed_at: z.string().nullable().describe('Time of the last search; null before it.'),
    stores: z
      .array(storeResource)
      .describe('Results of the searches by store. Empty until the first search has ended.'),
    receipt: receiptResource.nullable().describe('Null until the erasure is completed.'),
  })
  .register(componentNames, { name: 'Erasure' });

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
