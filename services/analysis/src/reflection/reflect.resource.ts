import { componentNames, MEMORY_TYPES } from '@loci/contracts';
import { z } from 'zod';
import { relationshipInsightResource } from '../relationships/relationship-insight.resource.ts';
import type { WindowReflection } from './reflect.ts';
import { TIME_WINDOWS } from './time-window.ts';

/** Response body of `POST /api/v2/analysis/reflect`. @see docs/reference/analysis.md#reflect-response */
export const reflectionResource = z
  .object({
    time_window: z.enum(TIME_WINDOWS).describe('`time_window` of the request.'),
    memories: z
      .array(
        z.object({
          id: z.guid().describe('ID of the memory.'),
          content: z.string().describe('Content of the memory.'),
          memory_type: z.enum(MEMORY_TYPES).describe('Type of the memory; null for document chunks.'),
          importance: z.number().describe('Importance of the memory, 0 to 1.'),
          access_count: z.int().describe('Number of times the memory was read.'),
          created_at: z.string().describe('Time at which the memory was created.'),
          occurred_at: z
            .string()
            .describe(
              'Time of the event that the memory describes. A date without a time is the start of the day in UTC.',
            ),
          age_hours: z.number().describe('Age of the memory in hours, by event time.'),
          score: z.number().describe('Score by recency, access count, importance and relationships.'),
        }),
      )
      .describe('Memories with the highest scores, best first.'),
    active_topics: z.array(z.string()).describe('Topics of the window, most frequent first.'),
    memory_clusters: z
      .array(
        z.object({
          name: z.string().describe('Name of the group or topic.'),
          memory_count: z.int().describe('Number of memories of the group.'),
          description: z.string().describe('Sentence about the group.'),
        }),
      )
      .describe('Groups of memories about the same topic.'),
    emerging_patterns: z
      .array(
        z.object({
          pattern: z.string().describe('Text of the pattern.'),
          memory_count: z.int().describe('Number of memories of the group.'),
          description: z.string().describe('Sentence about the group.'),
        }),
      )
      .describe('Topics that occur more often than before.'),
    relationship_insights: z
      .array(relationshipInsightResource)
      .describe('Relationships of the memories by type.'),
    statistics: z
      .object({
        total_memories_analyzed: z.int().describe('Number of analyzed memories.'),
        memories_returned: z.int().describe('Number of elements of `memories`.'),
        average_age_hours: z
          .number()
          .describe('Average age of the analyzed memories in hours, by event time.'),
        average_importance: z.number().describe('Average importance, 0 to 1.'),
        total_access_count: z.int().describe('Sum of the access counts.'),
        unique_topics: z.int().describe('Number of topics.'),
      })
      .describe('Statistics of the analyzed memories.'),
    documents: z
      .array(
        z.object({
          id: z.guid().describe('ID of the document.'),
          filename: z.string().describe('File name of the upload, without folders.'),
          chunk_count: z.int().describe('Number of chunks.'),
          created_at: z.string().describe('Time at which the memory was created.'),
        }),
      )
      .optional()
      .describe('Documents that were uploaded in the window. Only if requested.'),
  })
  .register(componentNames, { name: 'Reflection' });

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
