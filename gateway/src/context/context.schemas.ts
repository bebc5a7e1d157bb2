import { DEFAULT_DIVERSITY, MAX_QUERY_LENGTH } from '@loci/contracts';
import { requireEqualAliases, unitInterval } from '@loci/http';
import { z } from 'zod';
import { filterFields, referenceFields, requireDateOrder } from '../search/hybrid-search.schemas.ts';

/** Parts of a context, in the order of its text. */
export const CONTEXT_SECTIONS = ['profile', 'pinned', 'contradictions', 'memories'] as const;
export type ContextSection = (typeof CONTEXT_SECTIONS)[number];

/** Request body of `POST /api/v2/context`. @see docs/reference/context.md */
export const contextBody = z
  .object({
    query: z
      .string()
      .min(1)
      .max(MAX_QUERY_LENGTH)
      .nullish()
      .describe(
        'Text that the memories must be relevant to, for example the message of the user, 1 to 4,000 characters. Without it, the newest memories are returned.',
      ),
    max_tokens: z
      .int()
      .min(100)
      .max(32_000)
      .default(1_500)
      .describe('Maximum number of tokens of `text`, 100 to 32,000.'),
    sections: z
      .array(z.enum(CONTEXT_SECTIONS))
      .min(1)
      .max(CONTEXT_SECTIONS.length)
      .nullish()
      .describe('Parts of the context. Default: all.'),
    diversity: unitInterval
      .default(DEFAULT_DIVERSITY)
      .describe(
        'How much a similar text with a better rank lowers the rank of a memory, 0 to 1. 0 ranks by score alone.',
      ),
    ...referenceFields,
    ...filterFields,
  })
  .superRefine(requireDateOrder)
  .superRefine(requireEqualAliases({ min_importance: 'importance_threshold' }));
