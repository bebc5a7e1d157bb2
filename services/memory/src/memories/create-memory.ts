import type { Caller } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { Database, Transaction } from '@loci/postgres';
import { requireCheckpointName } from '../checkpoints/checkpoint-name.ts';
import type { RetentionCache } from '../retention/retention-cache.ts';
import { withDefaultExpiry } from '../retention/with-default-expiry.ts';
import type { TagRepository } from '../tags/tag.repository.ts';
import { requireValidPeriod } from './validity.ts';
import { continueConversations } from './conversation.ts';
import { memoryCreated } from './memory.events.ts';
import type { MemoryRepository } from './memory.repository.ts';
import { buildMemory, requireUnprotectedType } from './memory.ts';
import type { Memory, NewMemory } from './memory.ts';

export interface CreateMemoryDeps {
  database: Pick<Database, 'inOneRoundTrip' | 'inTransaction'>;
  memories: Pick<MemoryRepository, 'insert' | 'findOpenConversation'>;
  tags: Pick<TagRepository, 'attach'>;
  retention: Pick<RetentionCache, 'load'>;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

/**
 * Stores a memory and its `memory.created` event in one transaction. The search service embeds the memory
 * later. The retention default of the type applies unless the memory has its own expiry or is pinned.
 *
 * @param input must be validated, with importance and confidence from 0 to 1 and at most 10 normalized tags
 * @returns the memory at revision 1
 * @throws AUTH_FORBIDDEN for a protected type; RES_ALREADY_EXISTS if the checkpoint name is taken; VAL_* for
 *   an invalid checkpoint name or an empty validity
 * @see docs/reference/memories.md#create-a-memory
 */
export async function createMemory(
  deps: CreateMemoryDeps,
  caller: Caller,
  input: NewMemory,
): Promise<Memory> {
  const memory = await prepareMemory(deps, caller, input);
  await deps.database.inOneRoundTrip(caller.tenantId, (tx) => insertMemory(deps, tx, memory));
  return memory;
}

/**
 * Returns a memory that can be stored with {@link insertMemory}.
 *
 * @throws the errors of {@link createMemory}, except RES_ALREADY_EXISTS
 */
export async function prepareMemory(
  deps: CreateMemoryDeps,
  caller: Caller,
  input: NewMemory,
): Promise<Memory> {
  requireUnprotectedType(input.memoryType);
  requireCheckpointName(input.memoryType, input.metadata);
  const defaults = await deps.retention.load(caller.tenantId);
  const now = deps.now();
  const memory = buildMemory(caller, withDefaultExpiry(input, defaults, now), deps.newId(), now);
  requireValidPeriod(memory);
  await continueConversations(deps, caller, [memory]);
  return memory;
}

/** Stores a memory, its tags and its event. Sends all statements at once. */
export const insertMemory = (
  { memories, tags, outbox }: Pick<CreateMemoryDeps, 'memories' | 'tags' | 'outbox'>,
  tx: Transaction,
  memory: Memory,
): Promise<unknown> =>
  Promise.all([
    memories.insert(tx, memory),
    tags.attach(tx, memory, memory.tags),
    outbox.append(tx, memoryCreated(memory)),
  ]);
