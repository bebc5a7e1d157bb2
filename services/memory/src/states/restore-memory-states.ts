import { AppError, alreadyExists, isAppError } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import { recordAudit, requireQuota } from '@loci/postgres';
import type { InTransaction, StorageQuota, Transaction } from '@loci/postgres';
import { requireRestorer } from '@loci/service-hosting';
import type { RestoreResult } from '@loci/service-hosting';
import { requireCheckpointName } from '../checkpoints/checkpoint-name.ts';
import { expiryPassed } from '../memories/expiry.ts';
import { memoryCreated } from '../memories/memory.events.ts';
import { requireUnprotectedType } from '../memories/memory.ts';
import { orError } from '../memories/or-error.ts';
import { bytesOf } from '../memories/with-storage-quota.ts';
import type { TagRepository } from '../tags/tag.repository.ts';
import { stateKey } from './memory-state.repository.ts';
import type { MemoryStateRepository } from './memory-state.repository.ts';
import type { MemoryState } from './memory-state.ts';

export interface RestoreMemoryStatesDeps {
  inTransaction: InTransaction;
  states: Omit<MemoryStateRepository, 'list'>;
  tags: Pick<TagRepository, 'attachMany'>;
  quota: StorageQuota;
  outbox: Outbox;
  now(): Date;
}

/**
 * Restores states of memories with their ids and times, and publishes a `memory.created` event for each restored current
 * state. The caller becomes the author of all states. Idempotent: a state that exists does not change.
 *
 * @param inputs the validated states
 * @returns one result per input, in order
 * @throws AUTH_FORBIDDEN if the caller is not an owner; BIZ_QUOTA_EXCEEDED if the new memories exceed the storage quota
 * @see docs/reference/states.md#restore-states
 */
export async function restoreMemoryStates(
  deps: RestoreMemoryStatesDeps,
  caller: Caller,
  inputs: readonly MemoryState[],
): Promise<RestoreResult[]> {
  requireRestorer(caller, 'memories');
  const now = deps.now();
  const checked = inputs.map((input) => orError(() => check(input, now)));
  const valid = checked.filter((state): state is MemoryState => !isAppError(state));
  if (valid.length === 0) return checked as AppError[];
  const { tenantId } = caller;
  return deps.inTransaction(tenantId, async (tx) => {
    const outcomes = new Map<MemoryState, RestoreResult>();
    await restoreCurrent(deps, tx, caller, valid.filter(isCurrent), outcomes);
    await restoreReplaced(
      deps,
      tx,
      caller,
      valid.filter((state) => !isCurrent(state)),
      outcomes,
    );
    return checked.map((state) => (isAppError(state) ? state : outcomes.get(state)!));
  });
}

const isCurrent = ({ recordedUntil }: MemoryState): boolean => recordedUntil === null;

/** @throws the error of a state that cannot be restored */
function check(state: MemoryState, now: Date): MemoryState {
  const { memory, recordedUntil } = state;
  requireUnprotectedType(memory.memoryType);
  requireCheckpointName(memory.memoryType, memory.metadata);
  if ((recordedUntil ?? memory.updatedAt) > now)
    throw new AppError('VAL_VALIDATION_FAILED', 'A state must not be recorded in the future.');
  if (isCurrent(state) && memory.expiresAt !== null && memory.expiresAt <= now) throw expiryPassed();
  return state;
}

async function restoreCurrent(
  { states, tags, quota, outbox }: RestoreMemoryStatesDeps,
  tx: Transaction,
  { tenantId, userId }: Caller,
  current: readonly MemoryState[],
  outcomes: Map<MemoryState, RestoreResult>,
): Promise<void> {
  if (current.length === 0) return;
  const ids = current.map(({ memory }) => memory.id);
  const [{ existing, deleted }, ownChains] = await Promise.all([
    states.findExisting(tx, tenantId, ids),
    states.findOwnChains(tx, tenantId, [...new Set(current.map(({ memory }) => memory.chainId))]),
  ]);
  const accepted = new Map<string, MemoryState>();
  for (const state of current) {
    const { id, chainId } = state.memory;
    if (existing.has(id) || accepted.has(id)) outcomes.set(state, 'existing');
    else if (deleted.has(id)) outcomes.set(state, deletedMemory(id));
    else if (ownChains.has(chainId)) outcomes.set(state, ownChain(chainId));
    else accepted.set(id, state);
  }
  const wanted = [...accepted.values()];
  if (wanted.length === 0) return;
  // Existing memories do not count again, so that a restore can be repeated when the quota is almost used.
  const bytes = wanted.reduce((sum, { memory }) => sum + bytesOf(memory), 0);
  await requireQuota(tx, quota, tenantId, bytes);
  const inserted = await states.insertCurrent(tx, tenantId, userId, wanted);
  for (const state of wanted)
    outcomes.set(state, inserted.has(state.memory.id) ? 'restored' : conflictOf(state));
  const memories = wanted
    .filter(({ memory }) => inserted.has(memory.id))
    .map(({ memory }) => ({ ...memory, userId }));
  if (memories.length === 0) return;
  await Promise.all([
    tags.attachMany(tx, tenantId, memories),
    outbox.append(tx, ...memories.map((memory) => memoryCreated(memory))),
  ]);
}

async function restoreReplaced(
  { states }: RestoreMemoryStatesDeps,
  tx: Transaction,
  { tenantId, userId }: Caller,
  replaced: readonly MemoryState[],
  outcomes: Map<MemoryState, RestoreResult>,
): Promise<void> {
  if (replaced.length === 0) return;
  const { inserted, existing } = await states.insertReplaced(tx, tenantId, userId, replaced);
  const changedIds = new Set<string>();
  for (const state of replaced) {
    const key = stateKey(state.memory);
    if (inserted.has(key)) changedIds.add(state.memory.id);
    outcomes.set(state, inserted.has(key) ? 'restored' : existing.has(key) ? 'existing' : notRestored(state));
  }
  if (changedIds.size > 0)
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'memory', objectIds: [...changedIds] });
}

const deletedMemory = (id: string): AppError =>
  new AppError(
    'RES_ALREADY_EXISTS',
    `The memory ${id} was deleted in this tenant. Its ID cannot be used again.`,
    {
      details: { resource_type: 'deleted memory', identifier: id },
    },
  );

const ownChain = (id: string): AppError =>
  new AppError(
    'RES_ALREADY_EXISTS',
    `The memory ${id} was not restored, so versions cannot be added to it.`,
    {
      details: { resource_type: 'memory', identifier: id },
    },
  );

const conflictOf = ({ memory }: MemoryState): AppError =>
  memory.memoryType === 'checkpoint' && memory.isActive
    ? alreadyExists('checkpoint', String(memory.metadata['name']))
    : alreadyExists('memory version', `${memory.chainId} version ${memory.version}`);

const notRestored = ({ memory }: MemoryState): AppError =>
  new AppError(
    'RES_NOT_FOUND',
    `No restored memory ${memory.id} has the replaced revision ${memory.revision}. Restore its current state first.`,
    { details: { resource_type: 'restored memory', resource_id: memory.id } },
  );
