import { z } from 'zod';
import { foundByService } from './found-by-service.ts';
import { MAX_TIMESTAMP_LENGTH } from './input-limits.ts';
import type { ServiceClient } from './service-client.ts';
import { userErasure } from './user-data-client.ts';
import type { UserErasure } from './user-data-client.ts';

/** Paths of the internal operations of the authorization server for erasures. */
export const ERASURES_PATH = '/internal/auth/erasures';
export const ERASURE_PASSES_ROUTE = `${ERASURES_PATH}/:erasure_id/passes`;

/** An erasure for which a pass is due. */
export const dueErasure = userErasure.extend({
  /** False until a search before the deletion was recorded. */
  is_searched: z.boolean(),
});
export type DueErasure = z.infer<typeof dueErasure>;

/** Erasures for which a pass is due, at most 20, in the order of their due time. */
export const dueErasures = z.object({ items: z.array(dueErasure) });

/** Result of one pass through all services. */
export const erasurePass = z.object({
  tenant_id: z.guid(),
  /** Result of the search before the deletion. Absent if an earlier pass recorded it. */
  found_before: foundByService.optional(),
  /** Result of the search after the deletion. Absent if the pass did not reach the end of the deletion. */
  found_after: foundByService.optional(),
  /** Objects that are kept, because their user is not known. */
  unattributed: foundByService.optional(),
  /** Time until which an event log outside the services keeps events. Null if there is none. */
  event_log_until: z.iso.datetime().max(MAX_TIMESTAMP_LENGTH).nullable(),
  /** Duration of the pass in milliseconds, measured by the gateway. */
  duration_ms: z.number().int().nonnegative(),
});
export type ErasurePass = z.infer<typeof erasurePass>;

export const recordedErasurePass = z.object({
  /** True if the erasure is completed, and its recorded object IDs can be deleted. */
  completed: z.boolean(),
});

export interface ErasureClient {
  /** Returns the erasures for which a pass is due. */
  due(): Promise<DueErasure[]>;
  /** Records a pass. The authorization server schedules the next one. @returns true if the erasure is completed */
  recordPass(erasure: UserErasure, pass: Omit<ErasurePass, 'tenant_id'>): Promise<boolean>;
}

/** Creates the client of these operations. Its methods throw as {@link ServiceClient} does. */
export function createErasureClient(auth: ServiceClient): ErasureClient {
  return {
    async due() {
      return dueErasures.parse(await auth(null, { method: 'get', path: ERASURES_PATH })).items;
    },
    async recordPass({ tenant_id, erasure_id }, pass) {
      const path = ERASURE_PASSES_ROUTE.replace(':erasure_id', erasure_id);
      const response = await auth(null, { method: 'post', path, body: { tenant_id, ...pass } });
      return recordedErasurePass.parse(response).completed;
    },
  };
}
