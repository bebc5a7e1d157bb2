import type { Caller } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { TagRepository } from '../tags/tag.repository.ts';
import { memoryCreated } from './memory.events.ts';
import type { MemoryRepository } from './memory.repository.ts';
import { buildMemory, requireCheckpointName, requireUnprotectedType } from './memory.ts';
import type { Memory, NewMemory } from './memory.ts';

export interface CreateMemoryDeps {
  database: Pick<Database, 'inOneRoundTrip' | 'inTransaction'>;
  memories: Pick<MemoryRepository, 'insert' | 'findOpenConversation'>;
  tags: Pick<TagRepository, 'attach'>;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

/** A person who speaks again within half an hour goes on with the same conversation. */
const CONVERSATION_GAP_MS = 30 * 60_000;

/**
 * Stores a memory and its `memory.created` event, or neither. The embedding follows later.
 *
 * @param input validated; importance and confidence 0..1, at most 10 normalised tags
 * @returns the memory at revision 1
 * @throws AUTH_FORBIDDEN for a protected type; RES_ALREADY_EXISTS for a taken checkpoint name
 * @see SPEC.md "Memories" 1; DECISIONS.md "Memories", "Search" (Surroundings)
 */
export async function createMemory(
  deps: CreateMemoryDeps,
  caller: Caller,
  input: NewMemory,
): Promise<Memory> {
  requireUnprotectedType(input.memoryType);
  requireCheckpointName(input.memoryType, input.metadata);
  const memory = buildMemory(caller, input, deps.newId(), deps.now());
  if (continuesConversation(caller, memory)) {
    memory.conversationId = await openConversation(deps, memory);
  }
  await deps.database.inOneRoundTrip(caller.tenantId, (tx) =>
    Promise.all([
      deps.memories.insert(tx, memory),
      deps.tags.attach(tx, memory, memory.tags),
      deps.outbox.append(tx, memoryCreated(memory)),
    ]),
  );
  return memory;
}

const continuesConversation = (caller: Caller, memory: Memory): boolean =>
  caller.via === 'oauth' && memory.memoryType === 'conversation' && memory.conversationId === null;

async function openConversation(deps: CreateMemoryDeps, memory: Memory): Promise<string> {
  const since = new Date(memory.createdAt.getTime() - CONVERSATION_GAP_MS);
  const open = await deps.database.inTransaction(memory.tenantId, (tx) =>
    deps.memories.findOpenConversation(tx, memory.tenantId, memory.userId, since),
  );
  return open ?? memory.id;
}
