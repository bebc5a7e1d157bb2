import { MAX_FILTER_VALUES, MEMORY_TYPES, SOURCE_TYPES, isProtectedType } from '@loci/contracts';
import { unitInterval } from '@loci/http';
import { z } from 'zod';
import { toTagFilter } from './call-hybrid-search.ts';
import type { MemoryFilter } from './not-yet-indexed.ts';
import { endDate, include, startDate, tags } from './tools/parameters.ts';

const SEARCHED_TYPES = MEMORY_TYPES.filter((type) => !isProtectedType(type));
const SOURCE_TYPES_BY_FILTER = {
  memory: SOURCE_TYPES.filter((type) => type !== 'document_upload'),
  document: ['document_upload'],
};

/** Arguments of `recall` and `search` that select results, with the names of the REST operation. */
export const searchFilters = {
  source_type: z.enum(['memory', 'document']).nullable().optional(),
  memory_types: z.array(z.enum(SEARCHED_TYPES)).max(MAX_FILTER_VALUES).optional(),
  min_importance: unitInterval.optional(),
  tags: tags.optional(),
  start_date: startDate.optional(),
  end_date: endDate.optional(),
  include: include.optional(),
};

type SearchFilters = z.output<z.ZodObject<typeof searchFilters>>;

/** Returns the filters as fields of `POST /api/v2/search/hybrid`. Fields without a value are undefined. */
export const toSearchFields = (filters: SearchFilters): Record<string, unknown> => ({
  source_types: filters.source_type ? SOURCE_TYPES_BY_FILTER[filters.source_type] : undefined,
  memory_types: filters.memory_types,
  min_importance: filters.min_importance,
  tags: filters.tags && toTagFilter(filters.tags),
  start_date: filters.start_date,
  end_date: filters.end_date,
  include: filters.include,
});

/** Returns the filters for memories that are not indexed yet. */
export const toMemoryFilter = (filters: SearchFilters): MemoryFilter => ({
  memory_types: filters.memory_types,
  min_importance: filters.min_importance,
  tags: filters.tags && toTagFilter(filters.tags),
  start_date: filters.start_date,
  end_date: filters.end_date,
  include: filters.include,
});

/** Filters by properties that only memories have. */
const MEMORY_FILTERS = ['memory_types', 'min_importance', 'tags'] as const;

/**
 * Returns a warning for each filter that has no effect because it is an empty list, and one if the filters together match no
 * item.
 */
export function filterWarnings(given: Record<string, unknown>): string[] {
  const isEmpty = (name: string): boolean => Array.isArray(given[name]) && given[name].length === 0;
  const empty = ['memory_types', 'tags', 'include'].filter(isEmpty);
  const ofMemories = MEMORY_FILTERS.filter((name) => given[name] !== undefined && !isEmpty(name));
  return [
    ...empty.map((name) => `The argument ${name} was ignored, because it is an empty list.`),
    ...(given['source_type'] === 'document' && ofMemories.length > 0
      ? [`No item matches, because document chunks have no value for ${ofMemories.join(', ')}.`]
      : []),
  ];
}
