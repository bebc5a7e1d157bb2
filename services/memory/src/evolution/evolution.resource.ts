import { EVOLUTION_TYPES, LIFECYCLE_STATES, MEMORY_TYPES } from '@loci/contracts';
import type { EvolutionType } from '@loci/contracts';
import { continuation, takePage } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { z } from 'zod';
import type { EvolutionResult } from './evolve-memory.ts';
import { VERSION_LIST } from './get-history.ts';
import type { History } from './get-history.ts';

/** Response of an evolution. @see docs/reference/memories.md#evolve-a-memory */
export const evolvedResource = z.object({
  original_memory_id: z.guid(),
  new_memory_id: z.guid(),
  evolution_id: z.guid(),
  evolution_type: z.enum(EVOLUTION_TYPES),
  version: z.int(),
  created_at: z.string(),
});

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
export const historyResource = z.object({
  current: z.object({
    id: z.guid(),
    content: z.string(),
    memory_type: z.enum(MEMORY_TYPES),
    importance: z.number(),
    confidence: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
  history: z.array(
    z.object({
      id: z.guid(),
      version: z.int(),
      content: z.string(),
      created_at: z.string(),
      lifecycle_state: z.enum(LIFECYCLE_STATES),
      is_active: z.boolean(),
    }),
  ),
  total_versions: z.int(),
  ...continuation,
});

export const historyMetadata = z.object({ memory_id: z.guid(), versions_count: z.int() });

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
