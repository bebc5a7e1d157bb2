import { RELATIONSHIP_TYPES } from '@loci/client';
import type { Loci, Relationship } from '@loci/client';
import { tool } from 'ai';
import type { Tool } from 'ai';
import { z } from 'zod';

export interface ConnectInput {
  /** ID of a memory. */
  from_memory: string;
  /** ID of a memory. */
  to_memory: string;
  relationship_type: Relationship['relationship_type'];
  /** 0 to 1. */
  strength?: number | undefined;
}

export interface ConnectOutput {
  /** ID of the relationship. */
  id: string;
}

/** Returns the tool that connects two memories. */
export function connectTool(client: Loci): Tool<ConnectInput, ConnectOutput> {
  return tool({
    description:
      'Creates a directed, typed relationship from one memory to another. `recall` and `store` return their IDs.',
    inputSchema: z.object({
      from_memory: z.guid().describe('ID of the first memory.'),
      to_memory: z.guid().describe('ID of the second memory.'),
      relationship_type: z.enum(RELATIONSHIP_TYPES).describe('How the first relates to the second.'),
      strength: z.number().min(0).max(1).optional().describe('0 (weak) to 1 (strong). Default: 0.5.'),
    }),
    execute: async (
      { from_memory, to_memory, relationship_type, strength }: ConnectInput,
      { abortSignal },
    ) => {
      const { id } = await client.relationships.create(
        { from_id: from_memory, to_id: to_memory, relationship_type, strength: strength ?? 0.5 },
        { signal: abortSignal },
      );
      return { id };
    },
  });
}
