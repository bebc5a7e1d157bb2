import { alreadyExists, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { requireUnprotectedType } from '../memories/memory.ts';
import { contradictionReported } from './contradiction.events.ts';
import type { ContradictionRepository } from './contradiction.repository.ts';
import { newContradiction } from './contradiction.ts';
import type { Contradiction, NewContradiction } from './contradiction.ts';

export interface ReportContradictionDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock'>;
  contradictions: Pick<ContradictionRepository, 'insert' | 'findByPairs'>;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

export type ContradictionReport = Pick<
  NewContradiction,
  'sourceMemoryId' | 'targetMemoryId' | 'contradictionType' | 'confidence' | 'metadata'
>;

/**
 * Stores a contradiction between two memories and the `contradiction.reported` event, from which the graph
 * service creates the `contradicts` relationship.
 *
 * @throws RES_NOT_FOUND if a memory does not exist; AUTH_FORBIDDEN for a protected memory; RES_ALREADY_EXISTS
 *   if the two memories have an unresolved contradiction in either direction
 * @see docs/reference/memories.md#report-a-contradiction
 */
export async function reportContradiction(
  deps: ReportContradictionDeps,
  caller: Caller,
  report: ContradictionReport,
): Promise<Contradiction> {
  const { sourceMemoryId, targetMemoryId } = report;
  return deps.inTransaction(caller.tenantId, async (tx) => {
    const memories = await deps.memories.lock(tx, caller.tenantId, [sourceMemoryId, targetMemoryId]);
    for (const id of [sourceMemoryId, targetMemoryId]) {
      const memory = memories.find((found) => found.id === id);
      if (!memory) throw notFound('memory', id);
      requireUnprotectedType(memory.memoryType);
    }
    const ends = [[sourceMemoryId, targetMemoryId]] as const;
    const [known] = await deps.contradictions.findByPairs(tx, caller.tenantId, ends);
    if (known?.resolutionStatus === 'unresolved') throw alreadyExists('contradiction', known.id);
    const contradiction = newContradiction({
      ...report,
      tenantId: caller.tenantId,
      id: deps.newId(),
      relationshipId: deps.newId(),
      detectedAt: deps.now(),
      detectedBy: caller.userId,
    });
    await Promise.all([
      deps.contradictions.insert(tx, [contradiction]),
      deps.outbox.append(tx, contradictionReported(contradiction)),
    ]);
    return contradiction;
  });
}
