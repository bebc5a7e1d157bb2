import { alreadyExists, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Resolution } from '@loci/contracts';
import type { DomainEvent, Outbox } from '@loci/messaging';
import type { InTransaction, Transaction } from '@loci/postgres';
import { memoryCreated, memoryUpdated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { nextVersion, deactivate } from '../memories/memory.ts';
import type { Memory } from '../memories/memory.ts';
import type { TagRepository } from '../tags/tag.repository.ts';
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
  | { resolution: Exclude<Resolution, 'create_new'>; reason: string | null }
  | { resolution: 'create_new'; newContent: string; reason: string | null };

/** What a decision does to memories. */
interface ResolutionEffects {
  retired: Memory[];
  created: Memory | null;
  events: DomainEvent[];
}

/**
 * Settles a contradiction: the decision, what it does to the memories, and all events are stored, or nothing is.
 *
 * @throws RES_NOT_FOUND; RES_ALREADY_EXISTS when it is settled already
 * @see SPEC.md "Memories" 10; DECISIONS.md "Memories" (Resolution)
 */
export async function resolveContradiction(
  deps: ResolveContradictionDeps,
  caller: Caller,
  id: string,
  decision: ResolutionRequest,
): Promise<Contradiction> {
  const { tenantId } = caller;
  return deps.inTransaction(tenantId, async (tx) => {
    const reported = await deps.contradictions.find(tx, tenantId, id);
    if (!reported) throw notFound('contradiction', id);
    const ends = [reported.sourceMemoryId, reported.targetMemoryId];
    const memories = await deps.memories.lock(tx, tenantId, ends);
    // Only now does it hold still: it is read again.
    const contradiction = await deps.contradictions.find(tx, tenantId, id);
    const [source, target] = ends.map((end) => memories.find((memory) => memory.id === end));
    if (!contradiction || !source || !target) throw notFound('contradiction', id);
    if (contradiction.resolutionStatus !== 'unresolved') {
      throw alreadyExists('resolution of the contradiction', id, {
        resolution_status: contradiction.resolutionStatus,
      });
    }
    const now = deps.now();
    const { retired, created, events } = await planResolution(
      deps,
      tx,
      caller,
      decision,
      source,
      target,
      now,
    );
    const settled = toResolved(contradiction, {
      resolution: decision.resolution,
      reason: decision.reason,
      by: caller.userId,
      at: now,
      newMemoryId: created?.id ?? null,
    });
    await Promise.all([
      // The old ones first: an active checkpoint's name is taken.
      ...retired.map((memory) => deps.memories.update(tx, memory)),
      ...retired.map((memory) => deps.tags.detach(tx, memory, memory.tags)),
      ...(created ? [deps.memories.insert(tx, created), deps.tags.attach(tx, created, created.tags)] : []),
      deps.contradictions.update(tx, settled),
      deps.outbox.append(tx, ...events, contradictionResolved(settled, now)),
    ]);
    return settled;
  });
}

async function planResolution(
  deps: ResolveContradictionDeps,
  tx: Transaction,
  caller: Caller,
  decision: ResolutionRequest,
  source: Memory,
  target: Memory,
  now: Date,
): Promise<ResolutionEffects> {
  const updates = (memories: Memory[]): DomainEvent[] => memories.map((memory) => memoryUpdated(memory));
  if (decision.resolution === 'keep_both') return { retired: [], created: null, events: [] };
  if (decision.resolution !== 'create_new') {
    const loser = decision.resolution === 'choose_memory_1' ? target : source;
    const retired = [deactivate(loser, 'deprecated', now)];
    return { retired, created: null, events: updates(retired) };
  }
  const current = (await deps.memories.findCurrent(tx, caller.tenantId, source.chainId)) ?? source;
  const created = nextVersion(current, source, {
    content: decision.newContent,
    userId: caller.userId,
    id: deps.newId(),
    now,
  });
  // A chain has one active version: if the source evolved since the report, its successor makes way as well.
  const replaced = new Map([source, target, ...(current.isActive ? [current] : [])].map((m) => [m.id, m]));
  const retired = [...replaced.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((memory) => deactivate(memory, 'evolved', now));
  // Includes the version before the new one, which is not the source if the source evolved since the report.
  const superseded = new Set([source, target, current].map(({ id }) => id));
  const supersedes = [...superseded].map((id) => ({ relationship_id: deps.newId(), memory_id: id }));
  return { retired, created, events: [...updates(retired), memoryCreated(created, { supersedes })] };
}
