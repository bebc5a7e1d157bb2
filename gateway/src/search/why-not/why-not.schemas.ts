import { uuid } from '@loci/http';
import { toPast } from '@loci/service-hosting';
import { z } from 'zod';
import { hybridSearchBody, toHybridSearch } from '../hybrid-search.schemas.ts';
import type { WhyNotQuestion } from './why-not.ts';

/** Request body of `POST /api/v2/search/why-not`. @see docs/reference/search.md#why-not */
export const whyNotBody = z.object({
  memory_id: uuid.describe('ID of the memory.'),
  search: hybridSearchBody
    .refine((search) => toPast(search) === null, {
      message: 'Why-not does not support as_of and known_at.',
      path: ['as_of'],
      params: { code: 'VAL_FIELD_INVALID' },
    })
    .describe(
      'Body of a hybrid search. `cursor`, `include_neighbors` and `explain` have no effect. `as_of` and `known_at` are rejected with 422 `VAL_FIELD_INVALID`.',
    ),
});

/** The page of the search always starts at its first result. */
export const toWhyNotQuestion = (body: z.output<typeof whyNotBody>): WhyNotQuestion => ({
  memoryId: body.memory_id,
  search: { ...toHybridSearch(body.search), skip: 0, explain: false },
});
