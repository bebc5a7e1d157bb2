import { alreadyExists, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Resolution } from '@loci/contracts';
import type { DomainEvent, Outbox } from '@loci/messaging';
import type { InTransaction, Transaction } from '@loci/postgres';
import { memoriesReplaced, memoryCreated, memoryUpdated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { deactivate, nextVersion, pin } from '../memories/memory.ts';
import type { Memory } from '../memories/memory.ts';
import type { TagRepository } from '../tags/tag.repository.ts';
import { closeValidity } from '../memories/validity.ts';
import { contradictionResolved } from './contradiction.events.ts';
import type { ContradictionRepository } from './contradiction.repository.ts';
import { toResolved } from './contradiction.ts';
import type { Contradiction } from './contradiction.ts';

export interface ResolveContradictionDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock' | 'findCurrent' | 'update' | 'insert'>;
  contradictions: Pick<ContradictionRepository, 'find' | 'update'>;
  tags: Pick<TagRepository, 'attach' | 'detach'>;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

export type ResolutionRequest =
  | {
      resolution: Exclude<Resolution, 'create_new'>;
      reason: string | null;
      /** True if the validity of the rejected memory ends now. Otherwise, it was never true. */
      closeValidity: boolean;
    }
  | { resolution: 'create_new'; newContent: string; reason: string | null };

/** Changes to memories that a resolution causes. */
export interface ResolutionEffects {
  deactivated: Memory[];
  created: Memory | null;
  events: DomainEvent[];
}

/**
 * Resolves a contradiction. Stores the resolution, the changes to memories and all events in one transaction.
 *
 * @throws RES_NOT_FOUND if the contradiction or one of its memories does not exist; RES_ALREADY_EXISTS if the
 *   contradiction is already resolved
 * @see docs/reference/memories.md#resolve-a-contradiction
 */
export async function resolveContradiction(
  deps: ResolveContradictionDeps,
  caller: Caller,
  id: string,
  request: ResolutionRequest,
): Promise<Contradiction> {
  const { tenantId } = caller;
  return deps.inTransaction(tenantId, async (tx) => {
    const { contradiction, source, target } = await lockContradiction(deps, tx, tenantId, id);
    if (contradiction.resolutionStatus !== 'unresolved') {
      throw alreadyExists('resolution of the contradiction', id, {
        resolution_status: contradiction.resolutionStatus,
      });
    }
    const now = deps.now();
    const effects =
      request.resolution === 'create_new'
        ? await replaceBoth(deps, tx, { caller, content: request.newContent, source, target, now })
        : rejectOne(request, source, target, now);
    const { deactivated, created, events } = effects;
    const resolved = toResolved(contradiction, {
      resolution: request.resolution,
      reason: request.reason,
      by: caller.userId,
      at: now,
      newMemoryId: created?.id ?? null,
    });
    await Promise.all([
      // The updates come first, because no two active checkpoints can have the same name.
      ...deactivated.map((memory) => deps.memories.update(tx, memory)),
      ...deactivated.map((memory) => deps.tags.detach(tx, memory, memory.tags)),
      ...(created ? [deps.memories.insert(tx, created), deps.tags.attach(tx, created, created.tags)] : []),
      deps.contradictions.update(tx, resolved),
      deps.outbox.append(tx, ...events, contradictionResolved(resolved, now)),
    ]);
    return resolved;
  });
}

/** Locks both memories of a contradiction, and returns them and the contradiction. @throws RES_NOT_FOUND */
async function lockContradiction(
  deps: ResolveContradictionDeps,
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<{ contradiction: Contradiction; source: Memory; target: Memory }> {
  const unlocked = await deps.contradictions.find(tx, tenantId, id);
  if (!unlocked) throw notFound('contradiction', id);
  const ends = [unlocked.sourceMemoryId, unlocked.targetMemoryId];
  const memories = await deps.memories.lock(tx, tenantId, ends);
  // The contradiction is read again under the locks, because a concurrent transaction may have resolved or deleted it.
  const contradiction = await deps.contradictions.find(tx, tenantId, id);
  const [source, target] = ends.map((end) => memories.find((memory) => memory.id === end));
  if (!contradiction || !source || !target) throw notFound('contradiction', id);
  return { contradiction, source, target };
}

function rejectOne(
  { resolution, closeValidity: closes }: Exclude<ResolutionRequest, { resolution: 'create_new' }>,
  source: Memory,
  target: Memory,
  now: Date,
): ResolutionEffects {
  if (resolution === 'keep_both') return { deactivated: [], created: null, events: [] };
  const rejected = resolution === 'choose_memory_1' ? target : source;
  const ended = closes ? closeValidity(rejected, now) : rejected;
  const deactivated = deactivate(ended, 'deprecated', null, now);
  return { deactivated: [deactivated], created: null, events: [memoryUpdated(deactivated)] };
}

/**
 * Creates the next version of the source's chain, which replaces both memories. They must be locked.
 *
 * @returns the changes, which the caller stores
 */
export async function replaceBoth(
  deps: Pick<ResolveContradictionDeps, 'newId'> & { memories: Pick<MemoryRepository, 'findCurrent'> },
  tx: Transaction,
  {
    caller,
    content,
    source,
    target,
    now,
  }: { caller: Caller; content: string; source: Memory; target: Memory; now: Date },
): Promise<ResolutionEffects> {
  // The lock of the source covers its version chain, so no concurrent transaction changes the current version.
  const current = (await deps.memories.findCurrent(tx, caller.tenantId, source.chainId)) ?? source;
  const isPinned = [source, target, current].some(({ pinned }) => pinned);
  const template = isPinned ? pin(source) : source;
  const created = nextVersion(current, template, { content, userId: caller.userId, id: deps.newId(), now });
  // A chain can have only one active version. If the source has evolved, the current version is replaced as
  // well.
  const replaced = new Map([source, target, ...(current.isActive ? [current] : [])].map((m) => [m.id, m]));
  const deactivated = [...replaced.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((memory) => deactivate(closeValidity(memory, now), 'evolved', created.id, now));
  // The set includes `current`, the version before the new one. It differs from the source if the source has
  // evolved.
  const superseded = new Set([source, target, current].map(({ id }) => id));
  const supersedes = [...superseded].map((id) => ({ relationship_id: deps.newId(), memory_id: id }));
  return {
    deactivated,
    created,
    events: [...memoriesReplaced(deactivated, created.id), memoryCreated(created, { supersedes })],
  };
}
