import { EVOLUTION_TYPES, MAX_CONTENT_LENGTH, memoryContent } from '@loci/contracts';
import { optionalCursorPageQuery, validityTimestamp } from '@loci/http';
import { z } from 'zod';
import type { EvolutionRequest } from './evolve-memory.ts';

/** Reason as free text. Null and an absent field are equivalent. */
export const reason = z.string().max(MAX_CONTENT_LENGTH).nullish();

export const evolveMemoryBody = z.object({
  new_content: memoryContent.describe(
    'Content of the new version, 1 to 10,000 characters. Must differ from the content of the original.',
  ),
  evolution_type: z.enum(EVOLUTION_TYPES).describe('Kind of the change.'),
  reason: reason.describe('Reason of the change.'),
  valid_from: validityTimestamp
    .nullish()
    .describe('Start of the period in which the memory is true, inclusive.'),
  valid_until: validityTimestamp
    .nullish()
    .describe('End of the period in which the memory is true, exclusive. Must be after `valid_from`.'),
  original_validity: z
    .enum(['close', 'keep'])
    .default('close')
    .describe(
      '`close` ends the validity of the original when the validity of the new version starts. `keep` does not change the validity of the original.',
    ),
});

export const toEvolutionRequest = (body: z.output<typeof evolveMemoryBody>): EvolutionRequest => ({
  newContent: body.new_content,
  evolutionType: body.evolution_type,
  reason: body.reason ?? null,
  validFrom: body.valid_from,
  validUntil: body.valid_until,
  originalValidity: body.original_validity,
});

export const historyQuery = z.object(optionalCursorPageQuery);
