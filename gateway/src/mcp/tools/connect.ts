import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { unitInterval } from '@loci/http';
import { z } from 'zod';
import { ADDITIVE, defineTool } from '../tool.ts';
import { anyObject, id, idempotencyKey, replayed, validFrom, validUntil } from './parameters.ts';

/** Argument names of the tools by field name of the REST operations. */
export const RELATIONSHIP_ARGUMENT_NAMES = { from_id: 'from_memory', to_id: 'to_memory' };

export const connect = defineTool({
  name: 'connect',
  title: 'Connect memories',
  summary: 'Creates a directed, typed relationship from one memory to another.',
  scope: 'write',
  annotations: ADDITIVE,
  input: z.object({
    from_memory: id('Id of the memory where the relationship starts.'),
    to_memory: id('Id of the memory where the relationship ends.'),
    relationship_type: z
      .enum(RELATIONSHIP_TYPES)
      .describe('How the first memory relates to the second, for example supports or part_of.'),
    strength: unitInterval.default(0.5).describe('Strength from 0 (weak) to 1 (strong).'),
    valid_from: validFrom
      .optional()
      .describe(
        'Start of the period in which the relationship holds, ISO 8601 date or date-time. Inclusive.',
      ),
    valid_until: validUntil
      .optional()
      .describe('End of the period in which the relationship holds, ISO 8601 date or date-time. Exclusive.'),
    idempotency_key: idempotencyKey,
  }),
  output: { relationship: anyObject, replayed },
  argumentNames: RELATIONSHIP_ARGUMENT_NAMES,
  handle: async ({ request, writeOptions }, { from_memory, to_memory, ...input }) => ({
    relationship: await request<Record<string, unknown>>(
      {
        method: 'post',
        path: '/api/v2/relationships',
        body: {
          from_id: from_memory,
          to_id: to_memory,
          relationship_type: input.relationship_type,
          strength: input.strength,
          valid_from: input.valid_from,
          valid_until: input.valid_until,
        },
      },
      writeOptions,
    ),
  }),
});
