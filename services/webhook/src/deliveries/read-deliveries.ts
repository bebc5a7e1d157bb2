import type { Caller } from '@loci/core';
import { continueAfter } from '@loci/http';
import type { Cursor } from '@loci/http';
import type { Database } from '@loci/postgres';
import { z } from 'zod';
import { requireWebhook } from '../webhooks/read-webhooks.ts';
import { requireOwner } from '../webhooks/webhook.ts';
import { listDeliveries } from './delivery.repository.ts';
import { DELIVERY_LIST } from './delivery.resource.ts';
import type { Delivery, DeliveryState } from './delivery.ts';

export interface ReadDeliveriesDeps {
  database: Pick<Database, 'inTransaction'>;
}

/** Sort key of the list: `seq`, a positive 64-bit integer. */
const seqKey = z.tuple([z.string().regex(/^\d{1,18}$/)]);

/**
 * Lists the deliveries of a webhook, newest first.
 *
 * @returns at most `perPage + 1` deliveries; the additional one shows that there are more
 * @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND for an unknown webhook; VAL_FIELD_INVALID for a
 *   cursor of another list
 */
export function readDeliveries(
  { database }: ReadDeliveriesDeps,
  caller: Caller,
  webhookId: string,
  query: { state: DeliveryState | undefined; perPage: number; cursor: Cursor | undefined },
): Promise<Delivery[]> {
  requireOwner(caller);
  const { tenantId } = caller;
  const beforeSeq = continueAfter(query.cursor, DELIVERY_LIST, seqKey)?.[0];
  return database.inTransaction(tenantId, async (tx) => {
    await requireWebhook(tx, tenantId, webhookId);
    return listDeliveries(tx, {
      tenantId,
      webhookId,
      state: query.state,
      beforeSeq,
      limit: query.perPage + 1,
    });
  });
}
