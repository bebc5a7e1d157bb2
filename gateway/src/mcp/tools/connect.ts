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
    from_memory: id,
    to_memory: id,
    relationship_type: z.enum(RELATIONSHIP_TYPES),
    strength: unitInterval.default(0.5).describe('0 to 1.'),
    valid_from: validFrom.optional(),
    valid_until: validUntil.optional(),
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
