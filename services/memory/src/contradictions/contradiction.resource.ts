import {
  componentNames,
  CONTRADICTION_TYPES,
  shortenContent,
  RESOLUTIONS,
  RESOLUTION_STATUSES,
} from '@loci/contracts';
import { continuation, takeItems, takePage } from '@loci/http';
import type { Cursor, CursorPage } from '@loci/http';
import { z } from 'zod';
import type { Contradiction } from './contradiction.ts';
import type { SuggestedMemory } from '../suggestions/suggestion.ts';
import type { OpenContradiction } from './contradiction.repository.ts';
import { CONTRADICTION_LIST, OPEN_CONTRADICTION_LIST } from './list-contradictions.ts';

/** A contradiction in API responses. @see docs/reference/memories.md#the-contradiction-object */
export const contradictionResource = z
  .object({
    id: z.guid().describe('ID of the contradiction.'),
    source_memory_id: z.guid().describe('ID of the first memory.'),
    target_memory_id: z.guid().describe('ID of the second memory.'),
    contradiction_type: z.enum(CONTRADICTION_TYPES).describe('Kind of the contradiction.'),
    resolution_status: z.enum(RESOLUTION_STATUSES).describe('State of the contradiction.'),
    confidence: z.number().describe('Confidence, 0 to 1.'),
    metadata: z.record(z.string(), z.unknown()).describe('Free-form object.'),
    detected_at: z.string().describe('Time of the report.'),
    detected_by: z.string().describe('ID of the user who reported it, or `system`.'),
  })
  .register(componentNames, { name: 'Contradiction' });

export const toContradictionResource = (contradiction: Contradiction) => ({
  id: contradiction.id,
  source_memory_id: contradiction.sourceMemoryId,
  target_memory_id: contradiction.targetMemoryId,
  contradiction_type: contradiction.contradictionType,
  resolution_status: contradiction.resolutionStatus,
  confidence: contradiction.confidence,
  metadata: contradiction.metadata,
  detected_at: contradiction.detectedAt.toISOString(),
  detected_by: contradiction.detectedBy,
});

/** A contradiction with its resolution. @see docs/reference/memories.md#resolve-a-contradiction */
export const resolvedResource = contradictionResource
  .extend({
    resolution: z
      .enum(RESOLUTIONS)
      .nullable()
      .describe('Decision; null until the contradiction is resolved.'),
    reason: z
      .string()
      .nullable()
      .describe('Reason of the decision; null until the contradiction is resolved.'),
    resolved_at: z
      .string()
      .nullable()
      .describe('Time of the decision; null until the contradiction is resolved.'),
    resolved_by: z
      .string()
      .nullable()
      .describe('User who decided; null until the contradiction is resolved.'),
    new_memory_id: z.guid().nullable().describe('ID of the merged memory; null for other decisions.'),
  })
  .register(componentNames, { name: 'ResolvedContradiction' });

export const toResolvedResource = (contradiction: Contradiction) => ({
  ...toContradictionResource(contradiction),
  resolution: contradiction.resolution,
  reason: contradiction.reason,
  resolved_at: contradiction.resolvedAt?.toISOString() ?? null,
  resolved_by: contradiction.resolvedBy,
  new_memory_id: contradiction.newMemoryId,
});

/**
 * Contradictions of one memory. In each item, `source_memory_id` is that memory and `target_memory_id` the
 * other memory, even if the report named the other memory as source.
 * @see docs/reference/memories.md#list-the-contradictions-of-a-memory
 */
export const contradictionsResource = z
  .object({
    contradictions: z
      .array(
        contradictionResource.omit({ metadata: true, detected_by: true }).extend({
          reported_source_id: z
            .guid()
            .describe('ID of the memory that the report named as source. `choose_memory_1` keeps it.'),
        }),
      )
      .describe('Contradictions of the memory.'),
    ...continuation,
  })
  .register(componentNames, { name: 'ContradictionList' });

/** Builds a page from the result of `listContradictions`. */
export function toContradictionList(
  memoryId: string,
  contradictions: readonly Contradiction[],
  page: CursorPage,
) {
  const { items, truncated, next_cursor } = takePage(contradictions, page, {
    list: CONTRADICTION_LIST,
    toItem: (contradiction) => toListedContradiction(memoryId, contradiction),
    keyOf: ({ detectedAt, id }) => [detectedAt.toISOString(), id],
  });
  return { contradictions: items, truncated, next_cursor };
}

function toListedContradiction(memoryId: string, contradiction: Contradiction) {
  const { sourceMemoryId, targetMemoryId } = contradiction;
  return {
    id: contradiction.id,
    source_memory_id: memoryId,
    target_memory_id: sourceMemoryId === memoryId ? targetMemoryId : sourceMemoryId,
    reported_source_id: sourceMemoryId,
    contradiction_type: contradiction.contradictionType,
    resolution_status: contradiction.resolutionStatus,
    confidence: contradiction.confidence,
    detected_at: contradiction.detectedAt.toISOString(),
  };
}

const contradictingMemory = z.object({
  id: z.guid().describe('ID of the memory.'),
  content: z.string().describe('The first 300 characters of the content.'),
  created_at: z.string().describe('Creation time of the memory.'),
});

/** Unresolved contradictions of a tenant. @see docs/reference/memories.md#list-open-contradictions */
export const openContradictionsResource = z
  .object({
    items: z
      .array(
        contradictionResource
          .extend({
            source: contradictingMemory.describe('The first memory.'),
            target: contradictingMemory.describe('The second memory.'),
          })
          .register(componentNames, { name: 'OpenContradiction' }),
      )
      .describe('Unresolved contradictions, newest first.'),
    ...continuation,
  })
  .register(componentNames, { name: 'OpenContradictionList' });

/** Builds a page from the result of `listOpenContradictions`. */
export function toOpenContradictionList(
  contradictions: readonly OpenContradiction[],
  { limit, cursor }: { limit: number; cursor: Cursor | undefined },
) {
  const { items, truncated, next_cursor } = takeItems(
    contradictions,
    { start: cursor?.position ?? 0, limit },
    {
      list: OPEN_CONTRADICTION_LIST,
      toItem: (contradiction) => ({
        ...toContradictionResource(contradiction),
        source: toContradictingMemory(contradiction.source),
        target: toContradictingMemory(contradiction.target),
      }),
      keyOf: ({ detectedAt, id }) => [detectedAt.toISOString(), id],
    },
  );
  return { items, truncated, next_cursor };
}

const toContradictingMemory = ({ id, content, createdAt }: SuggestedMemory) => ({
  id,
  content: shortenContent(content),
  created_at: createdAt.toISOString(),
});
