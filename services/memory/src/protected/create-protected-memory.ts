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

export interface NewProtectedMemory {
  tenantId: string;
  userId: string;
  memoryType: ProtectedType;
  content: string;
  metadata: Metadata;
}

/** Stores a protected memory and its event. @see SPEC.md "Personality" */
export const createProtectedMemory = (
  deps: CreateProtectedMemoryDeps,
  input: NewProtectedMemory,
): Promise<Memory> => deps.inTransaction(input.tenantId, (tx) => insertProtectedMemory(deps, tx, input));

export async function insertProtectedMemory(
  deps: Omit<CreateProtectedMemoryDeps, 'inTransaction'>,
  tx: Transaction,
  input: NewProtectedMemory,
): Promise<Memory> {
  const rest = {
    importance: 0.5,
    confidence: 0.8,
    sourceType: 'direct_input',
    tags: [] as string[],
  } as const;
  const memory = buildMemory(input, { ...input, ...rest, tags: [] }, deps.newId(), deps.now());
  await Promise.all([deps.memories.insert(tx, memory), deps.outbox.append(tx, memoryCreated(memory))]);
  return memory;
}
