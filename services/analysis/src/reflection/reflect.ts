import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { ReadModelRepository } from '../read-model/read-model.repository.ts';
import { reflectOnMemories } from './reflect-on-memories.ts';
import type { ReflectInput, Reflection } from './reflect-on-memories.ts';
import { requireWeightsSumToOne } from './reflect-score.ts';
import { resolveWindow } from './time-window.ts';
import type { TimeWindow, WindowRequest } from './time-window.ts';

export interface ReflectDeps {
  inTransaction: InTransaction;
  readModel: Pick<ReadModelRepository, 'findWindow' | 'findEarlier' | 'countRelationships'>;
  now(): Date;
}

export type ReflectRequest = WindowRequest &
  Pick<
    ReflectInput,
    'weights' | 'maxMemories' | 'includePatterns' | 'includeRelationships' | 'includeClusters'
  >;

export const MAX_ANALYSED_MEMORIES = 1_000;
/** To compare the window with: as many as it has itself, within these bounds. */
const MIN_EARLIER_MEMORIES = 200;
const MAX_EARLIER_MEMORIES = 500;

/**
 * What stands out in a window of the caller's tenant's memories; of a window with more, the newest
 * {@link MAX_ANALYSED_MEMORIES}.
 *
 * @throws VAL_VALIDATION_FAILED when the weights do not sum to 1.0
 * @see SPEC.md "Analysis" 1
 */
export async function reflect(
  { inTransaction, readModel, now }: ReflectDeps,
  caller: Caller,
  request: ReflectRequest,
): Promise<Reflection & { timeWindow: TimeWindow }> {
  requireWeightsSumToOne(request.weights);
  const present = now();
  const bounds = resolveWindow(request, present);
  const { tenantId } = caller;
  const input = await inTransaction(tenantId, async (tx) => {
    const limit = bounds.newest ?? MAX_ANALYSED_MEMORIES;
    const memories = await readModel.findWindow(tx, tenantId, bounds, limit);
    const oldest = memories[0];
    if (oldest === undefined) return { memories: [], earlier: [], relationshipCounts: new Map() };
    const ids = memories.map((memory) => memory.id);
    const wanted = Math.min(MAX_EARLIER_MEMORIES, Math.max(MIN_EARLIER_MEMORIES, memories.length));
    const [earlier, relationships] = await Promise.all([
      readModel.findEarlier(tx, tenantId, oldest, wanted),
      readModel.countRelationships(tx, tenantId, ids),
    ]);
    return {
      memories: memories.map((memory) => ({
        ...memory,
        relationshipCount: relationships.byMemory.get(memory.id) ?? 0,
      })),
      earlier,
      relationshipCounts: relationships.byType,
    };
  });
  return {
    timeWindow: request.timeWindow,
    ...reflectOnMemories({ ...request, ...input, chunks: [] }, present),
  };
}
