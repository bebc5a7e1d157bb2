import { EVOLUTION_TYPES, MAX_CONTENT_LENGTH, memoryContent } from '@loci/contracts';
import { optionalCursorPageQuery, validityTimestamp } from '@loci/http';
import { z } from 'zod';
import type { EvolutionRequest } from './evolve-memory.ts';

/** Reason as free text. Null and an absent field are equivalent. */
export const reason = z.string().max(MAX_CONTENT_LENGTH).nullish();

export const evolveMemoryBody = z.object({
  new_content: memoryContent,
  evolution_type: z.enum(EVOLUTION_TYPES),
  reason,
  valid_from: validityTimestamp.nullish(),
  valid_until: validityTimestamp.nullish(),
  original_validity: z.enum(['close', 'keep']).default('close'),
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
