import { componentNames, EVOLUTION_TYPES, LIFECYCLE_STATES, MEMORY_TYPES } from '@loci/contracts';
import type { EvolutionType } from '@loci/contracts';
import { continuation, takePage } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { z } from 'zod';
import type { EvolutionResult } from './evolve-memory.ts';
import { VERSION_LIST } from './get-history.ts';
import type { History } from './get-history.ts';

/** Response of an evolution. @see docs/reference/memories.md#evolve-a-memory */
export const evolvedResource = z
  .object({
    original_memory_id: z.guid().describe('ID of the original.'),
    new_memory_id: z.guid().describe('ID of the new version.'),
    evolution_id: z.guid().describe('ID of the relationship from the new version to the original.'),
    evolution_type: z.enum(EVOLUTION_TYPES).describe('Kind of the change.'),
    version: z.int().describe('Version number.'),
    created_at: z.string().describe('Time at which the memory was created.'),
  })
  .register(componentNames, { name: 'EvolvedMemory' });

export const toEvolved = (
  { next, originalId, evolutionId }: EvolutionResult,
  evolutionType: EvolutionType,
) => ({
  original_memory_id: originalId,
  new_memory_id: next.id,
  evolution_id: evolutionId,
  evolution_type: evolutionType,
  version: next.version,
  created_at: next.createdAt.toISOString(),
});

/** Versions of a memory. @see docs/reference/memories.md#get-the-history-of-a-memory */
export const historyResource = z
  .object({
    current: z
      .object({
        id: z.guid().describe('ID of the memory.'),
        content: z.string().describe('Content of the memory.'),
        memory_type: z.enum(MEMORY_TYPES).describe('Type of the memory.'),
        importance: z.number().describe('Importance of the memory, 0 to 1.'),
        confidence: z.number().describe('Confidence in the memory, 0 to 1.'),
        created_at: z.string().describe('Time at which the memory was created.'),
        updated_at: z
          .string()
          .describe('Time of the last update, change to the tags, or change of the lifecycle state.'),
      })
      .describe('The active version, or the newest version if none is active.'),
    history: z
      .array(
        z.object({
          id: z.guid().describe('ID of the memory.'),
          version: z.int().describe('Version number.'),
          content: z.string().describe('Content of the memory.'),
          created_at: z.string().describe('Time at which the memory was created.'),
          lifecycle_state: z.enum(LIFECYCLE_STATES).describe('`active`, `evolved` or `deprecated`.'),
          is_active: z.boolean().describe('True if `lifecycle_state` is `active`.'),
        }),
      )
      .describe('Versions on this page, oldest first.'),
    total_versions: z.int().describe('Number of all versions.'),
    ...continuation,
  })
  .register(componentNames, { name: 'MemoryHistory' });

export const historyMetadata = z.object({
  memory_id: z.guid().describe('ID of the requested memory.'),
  versions_count: z.int().describe('Number of all versions.'),
});

export function toHistory({ current, versions, total }: History, page: CursorPage) {
  const { items, truncated, next_cursor } = takePage(versions, page, {
    list: VERSION_LIST,
    toItem: toVersion,
    keyOf: ({ version, id }) => [version, id],
  });
  return {
    current: {
      id: current.id,
      content: current.content,
      memory_type: current.memoryType,
      importance: current.importance,
      confidence: current.confidence,
      created_at: current.createdAt.toISOString(),
      updated_at: current.updatedAt.toISOString(),
    },
    history: items,
    total_versions: total,
    truncated,
    next_cursor,
  };
}

const toVersion = (version: History['versions'][number]) => ({
  id: version.id,
  version: version.version,
  content: version.content,
  created_at: version.createdAt.toISOString(),
  lifecycle_state: version.lifecycleState,
  is_active: version.isActive,
});
