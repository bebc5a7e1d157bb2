import type { Loci } from '@loci/client';
import { tool } from 'ai';
import type { Tool } from 'ai';
import { z } from 'zod';

/** Types of memories that the model can choose. @see docs/reference/memories.md#memory-types */
export const STORABLE_TYPES = ['fact', 'insight', 'correction', 'reference', 'task', 'strategy'] as const;

/** Maximum number of tags of a memory. @see docs/reference/limits.md#memories */
const MAX_TAGS = 10;

export interface StoreInput {
  /** 1 to 10,000 characters. */
  content: string;
  memory_type?: (typeof STORABLE_TYPES)[number] | undefined;
  tags?: string[] | undefined;
  /** 0 to 1. */
  importance?: number | undefined;
}

/** Existing memory that states nearly the same as the new one, or the opposite. */
export interface SimilarMemory {
  id: string;
  kind: 'duplicate' | 'contradiction';
  content: string;
}

export interface StoreOutput {
  id: string;
  /** Absent if there are none, or if they could not be checked in time. */
  similar?: SimilarMemory[];
}

/** Returns the tool that stores a memory. Adds `scope` to the tags of each memory. */
export function storeTool(client: Loci, scope: readonly string[]): Tool<StoreInput, StoreOutput> {
  return tool({
    description:
      'Stores a piece of knowledge for later conversations: a fact, a preference, a decision or a task. ' +
      'Store one statement per call, which is understandable on its own. Returns similar and contradicting memories.',
    inputSchema: z.object({
      content: z.string().min(1).max(10_000).describe('The statement.'),
      memory_type: z.enum(STORABLE_TYPES).optional().describe('Default: fact.'),
      tags: z
        .array(z.string().min(1).max(100))
        .max(MAX_TAGS - scope.length)
        .optional()
        .describe('Of lowercase ASCII letters, digits and hyphens.'),
      importance: z.number().min(0).max(1).optional().describe('0 (trivial) to 1 (vital). Default: 0.5.'),
    }),
    execute: async ({ content, memory_type, tags = [], importance }: StoreInput, { abortSignal }) => {
      const { id, similar } = await client.memories.create(
        {
          content,
          tags: [...scope, ...tags],
          check_similar: true,
          ...(memory_type !== undefined && { memory_type }),
          ...(importance !== undefined && { importance }),
        },
        { signal: abortSignal },
      );
      return {
        id,
        ...(similar &&
          similar.length > 0 && {
            similar: similar.map((memory) => ({ id: memory.id, kind: memory.kind, content: memory.content })),
          }),
      };
    },
  });
}
