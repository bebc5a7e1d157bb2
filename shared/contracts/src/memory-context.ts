import { z } from 'zod';
import { CONTRADICTION_TYPES, MEMORY_TYPES } from './memory-types.ts';

/** Maximum number of pinned memories of a context. */
export const MAX_CONTEXT_PINS = 50;
/** Maximum number of memories whose contradictions a context shows. */
export const MAX_CONTEXT_MEMORIES = 100;
/** Maximum number of open contradictions of a context. */
export const MAX_CONTEXT_CONTRADICTIONS = 20;
/** Maximum number of characters of a content in a context. One more is returned for a content that is longer. */
export const MAX_CONTEXT_CONTENT = 2_000;

const contextMemory = z.object({
  id: z.guid(),
  /** At most the first `MAX_CONTEXT_CONTENT` + 1 characters. */
  content: z.string(),
  memory_type: z.enum(MEMORY_TYPES),
  importance: z.number(),
  tags: z.array(z.string()),
  occurred_at: z.string(),
});
export type ContextMemoryWire = z.infer<typeof contextMemory>;

export const pinnedMemoriesRequest = z.object({
  tenant_id: z.guid(),
  limit: z.int().min(1).max(MAX_CONTEXT_PINS),
});
export const pinnedMemoriesResponse = z.object({
  items: z.array(contextMemory),
  /** True if there are more pinned memories than `limit`. */
  has_more: z.boolean(),
});
export type PinnedMemories = z.infer<typeof pinnedMemoriesResponse>;

export const openContradictionsRequest = z.object({
  tenant_id: z.guid(),
  ids: z.array(z.guid()).max(MAX_CONTEXT_MEMORIES),
});
const openContradiction = z.object({
  id: z.guid(),
  contradiction_type: z.enum(CONTRADICTION_TYPES),
  confidence: z.number(),
  detected_at: z.string(),
  source: contextMemory,
  target: contextMemory,
});
export const openContradictionsResponse = z.object({ items: z.array(openContradiction) });
export type OpenContradiction = z.infer<typeof openContradiction>;
