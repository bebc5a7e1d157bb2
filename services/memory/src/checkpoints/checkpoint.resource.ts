import { attachedMemories, componentNames } from '@loci/contracts';
import { cursorPaginated, fitItems } from '@loci/http';
import { z } from 'zod';
import { toResource } from '../memories/memory.resource.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { RestoredCheckpoint, RestoredMemory } from './restore-checkpoint.ts';

const fields = {
  id: z.guid().describe('ID of the checkpoint, which is also the ID of its memory.'),
  name: z.string().describe('Name of the checkpoint.'),
  description: z.string().nullable().describe('Description; null if there is none.'),
  created_at: z.string().describe('Time of the creation.'),
  updated_at: z.string().describe('Time of the last change.'),
};

const toFields = ({ id, name, description, createdAt, updatedAt }: Checkpoint) => ({
  id,
  name,
  description,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

/** Checkpoint in lists. @see docs/reference/memories.md#checkpoints */
export const listedCheckpointPage = cursorPaginated(
  z
    .object({
      ...fields,
      memory_count: z.int().describe('Number of attached memories that still exist.'),
    })
    .register(componentNames, { name: 'ListedCheckpoint' }),
).register(componentNames, { name: 'CheckpointList' });

export const toListedCheckpoint = (checkpoint: Checkpoint, memoryCount: number) => ({
  ...toFields(checkpoint),
  memory_count: memoryCount,
});

/** Checkpoint with its memories. @see docs/reference/memories.md#checkpoints */
export const checkpointResource = z
  .object({ ...fields, ...attachedMemories })
  .register(componentNames, { name: 'Checkpoint' });

export const toCheckpointResource = ({ checkpoint, memories }: RestoredCheckpoint, now: Date) => ({
  ...toFields(checkpoint),
  ...toAttachedMemories(memories, now),
});

/** Converts attached memories, and omits those that exceed the size limit of a response. */
export function toAttachedMemories(restored: readonly RestoredMemory[], now: Date) {
  const attached = restored.map(({ memory, relationships, savedId }) => ({
    ...toResource(memory, now, relationships),
    has_evolved: memory.id !== savedId,
    saved_memory_id: savedId,
  }));
  const memories = fitItems(attached);
  return { memories, omitted_memory_ids: attached.slice(memories.length).map(({ id }) => id) };
}
