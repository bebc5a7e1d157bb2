import { uuid } from '@loci/http';
import { toPast } from '@loci/service-hosting';
import { z } from 'zod';
import { hybridSearchBody, toHybridSearch } from '../hybrid-search.schemas.ts';
import type { WhyNotQuestion } from './why-not.ts';

/** Request body of `POST /api/v2/search/why-not`. @see docs/reference/search.md#why-not */
export const whyNotBody = z.object({
  memory_id: uuid,
  search: hybridSearchBody.refine((search) => toPast(search) === null, {
    message: 'Why-not does not support as_of and known_at.',
    path: ['as_of'],
    params: { code: 'VAL_FIELD_INVALID' },
  }),
});

/** The page of the search always starts at its first result. */
export const toWhyNotQuestion = (body: z.output<typeof whyNotBody>): WhyNotQuestion => ({
  memoryId: body.memory_id,
  search: { ...toHybridSearch(body.search), skip: 0, explain: false },
});
