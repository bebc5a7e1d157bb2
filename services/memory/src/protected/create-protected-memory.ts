import type { Outbox } from '@loci/messaging';
import type { InTransaction, Transaction } from '@loci/postgres';
import { memoryCreated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { buildMemory } from '../memories/memory.ts';
import type { Memory, Metadata } from '../memories/memory.ts';
import type { ProtectedType } from './protected-memory.ts';

export interface CreateProtectedMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'insert'>;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

const DEFAULTS = { importance: 0.5, confidence: 0.8, sourceType: 'direct_input' } as const;

export interface NewProtectedMemory {
  tenantId: string;
  userId: string;
  memoryType: ProtectedType;
  content: string;
  metadata: Metadata;
}

/** Stores a protected memory and its `memory.created` event. @see docs/reference/personality.md#personality */
export const createProtectedMemory = (
  deps: CreateProtectedMemoryDeps,
  input: NewProtectedMemory,
): Promise<Memory> => deps.inTransaction(input.tenantId, (tx) => insertProtectedMemory(deps, tx, input));

/** Stores a protected memory like `createProtectedMemory`, in the transaction of the caller. */
export async function insertProtectedMemory(
  deps: Omit<CreateProtectedMemoryDeps, 'inTransaction'>,
  tx: Transaction,
  input: NewProtectedMemory,
): Promise<Memory> {
  const memory = buildMemory(input, { ...input, ...DEFAULTS, tags: [] }, deps.newId(), deps.now());
  await Promise.all([deps.memories.insert(tx, memory), deps.outbox.append(tx, memoryCreated(memory))]);
  return memory;
}
