import { alreadyExists, isAppError } from '@loci/core';
import type { Caller, AppError } from '@loci/core';
import { combineElementErrors } from '@loci/http';
import { requireCheckpointName } from '../checkpoints/checkpoint-name.ts';
import type { RetentionDefaults } from '../retention/retention-defaults.ts';
import { withDefaultExpiry } from '../retention/with-default-expiry.ts';
import type { TagRepository } from '../tags/tag.repository.ts';
import { requireValidPeriod } from './validity.ts';
import { continueConversations } from './conversation.ts';
import type { CreateMemoryDeps } from './create-memory.ts';
import { memoryCreated } from './memory.events.ts';
import type { MemoryRepository } from './memory.repository.ts';
import { buildMemory, requireUnprotectedType } from './memory.ts';
import type { Memory, NewMemory } from './memory.ts';
import { orError } from './or-error.ts';

export interface CreateMemoriesInBulkDeps extends CreateMemoryDeps {
  memories: CreateMemoryDeps['memories'] & Pick<MemoryRepository, 'insertMany'>;
  tags: Pick<TagRepository, 'attach' | 'attachMany'>;
}

/**
 * Creates many memories and their events in one transaction. Their ids ascend in the order of `inputs`.
 *
 * @param inputs the validated elements. An invalid element is represented by its error.
 * @param options.atomic true to create all memories or none
 * @returns one result per element, in order: the memory, or the error that a separate creation would throw
 * @throws the error of the first invalid element if `atomic` is true. Its `details.errors` lists the first
 *   invalid elements.
 * @see docs/reference/memories.md#create-memories-in-bulk
 */
export async function createMemoriesInBulk(
  deps: CreateMemoriesInBulkDeps,
  caller: Caller,
  inputs: readonly (NewMemory | AppError)[],
  { atomic }: { atomic: boolean },
): Promise<(Memory | AppError)[]> {
  const defaults = await deps.retention.load(caller.tenantId);
  const now = deps.now();
  const built = inputs.map((input) =>
    isAppError(input) ? input : orError(() => build(caller, input, defaults, deps.newId(), now)),
  );
  if (atomic) requireNoErrors(built);
  const memories = built.filter((element): element is Memory => !isAppError(element));
  if (memories.length === 0) return built;
  await continueConversations(deps, caller, memories);
  return deps.database.inTransaction(caller.tenantId, async (tx) => {
    const insertedIds = await deps.memories.insertMany(tx, memories);
    const results = built.map((element) =>
      isAppError(element) || insertedIds.has(element.id) ? element : nameTaken(element),
    );
    if (atomic) requireNoErrors(results);
    const inserted = memories.filter(({ id }) => insertedIds.has(id));
    await Promise.all([
      deps.tags.attachMany(tx, caller.tenantId, inserted),
      deps.outbox.append(tx, ...inserted.map((memory) => memoryCreated(memory))),
    ]);
    return results;
  });
}

function build(caller: Caller, input: NewMemory, defaults: RetentionDefaults, id: string, now: Date): Memory {
  requireUnprotectedType(input.memoryType);
  requireCheckpointName(input.memoryType, input.metadata);
  const memory = buildMemory(caller, withDefaultExpiry(input, defaults, now), id, now);
  requireValidPeriod(memory);
  return memory;
}

function requireNoErrors(elements: readonly (Memory | AppError)[]): void {
  const errors = elements.map((element) => (isAppError(element) ? element : null));
  if (errors.some((error) => error !== null)) throw combineElementErrors(errors);
}

const nameTaken = ({ metadata }: Memory): AppError => alreadyExists('checkpoint', String(metadata['name']));
