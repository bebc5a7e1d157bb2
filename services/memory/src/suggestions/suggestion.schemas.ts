import { SIMILARITY_KINDS, SUGGESTION_STATUSES } from '@loci/contracts';
import { cursorField, queryNumber, uuid } from '@loci/http';
import { z } from 'zod';

const MAX_LIMIT = 100;

export const listSuggestionsQuery = z.object({
  status: z.enum(SUGGESTION_STATUSES).default('open').describe('`open`, `resolved` or `dismissed`.'),
  kind: z.enum(SIMILARITY_KINDS).optional().describe('`duplicate` or `contradiction`.'),
  memory_id: uuid.optional().describe('Returns only suggestions with this memory.'),
  limit: queryNumber(z.int().min(1).max(MAX_LIMIT)).default(20).describe('Maximum number of suggestions.'),
  cursor: cursorField.optional().describe('next_cursor of the previous response, with the same filters.'),
});
