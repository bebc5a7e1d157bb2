import type { InspectedMemory } from '@loci/contracts';
import type { FILTERS, WhyNotResource } from './why-not.resource.ts';

type FailedFilter = InspectedMemory['failed_filters'][number];
type FilterEvidence = NonNullable<WhyNotResource['evidence']['filters']>[number];

/** Search fields by the field of the internal filter. */
const FIELDS: Record<FailedFilter['field'], (typeof FILTERS)[number]> = {
  memory_types: 'memory_types',
  source_types: 'source_types',
  min_importance: 'min_importance',
  user_id: 'user_id',
  document_id: 'document_id',
  tags: 'tags',
  occurred_from: 'start_date',
  occurred_to: 'end_date',
  include: 'include',
};

/** Describes a filter that a memory does not match, in the terms of the search request. */
export function toFilterEvidence({ field, required, actual }: FailedFilter): FilterEvidence {
  const isTime = field === 'occurred_from' || field === 'occurred_to';
  const toWire = (value: FailedFilter['actual']): FailedFilter['actual'] =>
    isTime && typeof value === 'number' ? new Date(value).toISOString() : value;
  return { filter: FIELDS[field], required: toWire(required), actual: toWire(actual) };
}
