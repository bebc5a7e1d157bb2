import { AppError, alreadyExists, isAppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { InTransaction } from '@loci/postgres';
import { requireRestorer } from '@loci/service-hosting';
import type { RestoreResult } from '@loci/service-hosting';
import type { Contradiction } from '../contradictions/contradiction.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { requireUnprotectedType } from '../memories/memory.ts';
import type { Memory } from '../memories/memory.ts';
import { orError } from '../memories/or-error.ts';
import type { ContradictionStateRepository } from './contradiction-state.repository.ts';

export interface RestoreContradictionsDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock'>;
  contradictionStates: Omit<ContradictionStateRepository, 'list'>;
  now(): Date;
}

/**
 * Restores contradictions with their ids and times. The caller becomes the author. Publishes no events, because the graph
 * service would create the `contradicts` relationship, which an export contains itself. Idempotent: a contradiction that
 * exists does not change.
 *
 * @param inputs the validated contradictions
 * @returns one result per input, in order
 * @throws AUTH_FORBIDDEN if the caller is not an owner
 * @see docs/reference/states.md#contradictions
 */
export async function restoreContradictions(
  deps: RestoreContradictionsDeps,
  caller: Caller,
  inputs: readonly Contradiction[],
): Promise<RestoreResult[]> {
  requireRestorer(caller, 'contradictions');
  const { tenantId, userId } = caller;
  const now = deps.now();
  return deps.inTransaction(tenantId, async (tx) => {
    const ends = new Set(inputs.flatMap((input) => [input.sourceMemoryId, input.targetMemoryId]));
    const locked = await deps.memories.lock(tx, tenantId, [...ends]);
    const existing = await deps.contradictionStates.findExisting(
      tx,
      tenantId,
      inputs.map(({ id }) => id),
    );
    const memories = new Map(locked.map((memory) => [memory.id, memory]));
    const accepted = new Map<string, Contradiction>();
    const results = inputs.map((input): RestoreResult => {
      if (existing.has(input.id) || accepted.has(input.id)) return 'existing';
      const checked = orError(() => check(input, memories, now));
      if (isAppError(checked)) return checked;
      accepted.set(input.id, input);
      return 'restored';
    });
    if (accepted.size === 0) return results;
    const inserted = await deps.contradictionStates.insert(tx, tenantId, userId, [...accepted.values()]);
    if (inserted.size > 0)
      await recordAudit(tx, {
        tenantId,
        action: 'create',
        objectType: 'contradiction',
        objectIds: [...inserted],
      });
    return results.map((result, index) => {
      const { id } = inputs[index]!;
      return result === 'restored' && !inserted.has(id)
        ? alreadyExists('contradiction of both memories', id)
        : result;
    });
  });
}

/** @throws the error of a contradiction that cannot be restored */
function check(
  contradiction: Contradiction,
  memories: ReadonlyMap<string, Memory>,
  now: Date,
): Contradiction {
  for (const id of [contradiction.sourceMemoryId, contradiction.targetMemoryId]) {
    const memory = memories.get(id);
    if (memory === undefined) throw notFound('memory', id);
    requireUnprotectedType(memory.memoryType);
  }
  if (contradiction.detectedAt > now || (contradiction.resolvedAt !== null && contradiction.resolvedAt > now))
    throw new AppError(
      'VAL_VALIDATION_FAILED',
      'A contradiction must not be reported or resolved in the future.',
    );
  return contradiction;
}
