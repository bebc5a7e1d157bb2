import { MEMORY_TYPES } from '@loci/contracts';
import { z } from 'zod';
import { relationshipInsightResource } from '../relationships/relationship-insight.resource.ts';
import type { WindowReflection } from './reflect.ts';
import { TIME_WINDOWS } from './time-window.ts';

/** Response body of `POST /api/v2/analysis/reflect`. @see docs/reference/analysis.md#reflect-response */
export const reflectionResource = z.object({
  time_window: z.enum(TIME_WINDOWS),
  memories: z.array(
    z.object({
      id: z.guid(),
      content: z.string(),
      memory_type: z.enum(MEMORY_TYPES),
      importance: z.number(),
      access_count: z.int(),
      created_at: z.string(),
      occurred_at: z.string(),
      age_hours: z.number(),
      score: z.number(),
    }),
  ),
  active_topics: z.array(z.string()),
  memory_clusters: z.array(z.object({ name: z.string(), memory_count: z.int(), description: z.string() })),
  emerging_patterns: z.array(
    z.object({ pattern: z.string(), memory_count: z.int(), description: z.string() }),
  ),
  relationship_insights: z.array(relationshipInsightResource),
  statistics: z.object({
    total_memories_analyzed: z.int(),
    memories_returned: z.int(),
    average_age_hours: z.number(),
    average_importance: z.number(),
    total_access_count: z.int(),
    unique_topics: z.int(),
  }),
  /** Documents of the time window. Present if `include_documents` is true. */
  documents: z
    .array(z.object({ id: z.guid(), filename: z.string(), chunk_count: z.int(), created_at: z.string() }))
    .optional(),
});

export const toReflection = (reflection: WindowReflection) => ({
  time_window: reflection.timeWindow,
  memories: reflection.memories.map((memory) => ({
    id: memory.id,
    content: memory.content,
    // Events and memory states are validated when they are stored, so the type is a value of `MEMORY_TYPES`.
    memory_type: memory.memoryType as (typeof MEMORY_TYPES)[number],
    importance: memory.importance,
    access_count: memory.accessCount,
    created_at: memory.createdAt.toISOString(),
    occurred_at: memory.occurredAt.toISOString(),
    age_hours: memory.ageHours,
    score: memory.score,
  })),
  active_topics: reflection.activeTopics,
  memory_clusters: reflection.memoryClusters.map((cluster) => ({
    name: cluster.name,
    memory_count: cluster.memoryCount,
    description: cluster.description,
  })),
  emerging_patterns: reflection.emergingPatterns.map((pattern) => ({
    pattern: pattern.pattern,
    memory_count: pattern.memoryCount,
    description: pattern.description,
  })),
  relationship_insights: reflection.relationshipInsights,
  statistics: {
    total_memories_analyzed: reflection.statistics.totalMemoriesAnalyzed,
    memories_returned: reflection.statistics.memoriesReturned,
    average_age_hours: reflection.statistics.averageAgeHours,
    average_importance: reflection.statistics.averageImportance,
    total_access_count: reflection.statistics.totalAccessCount,
    unique_topics: reflection.statistics.uniqueTopics,
  },
  ...(reflection.documents === null ? {} : { documents: reflection.documents }),
});
