import type { estypes } from '@elastic/elasticsearch';
import type { SearchFilter } from '../../items/search-filter.ts';
import type { Visibility } from '../../items/visibility.ts';

type Clause = estypes.QueryDslQueryContainer;

/** Matches all documents of a tenant, tombstones included. */
export const tenantClause = (tenantId: string): Clause => ({ term: { tenant_id: tenantId } });

/** Clauses that match the items of a tenant that pass the filter, without tombstones. */
export function filterClauses(tenantId: string, filter: SearchFilter = {}): Clause[] {
  const { memoryTypes, sourceTypes, minImportance, minOccurredAt, maxOccurredAt, tags, userId } = filter;
  const clauses: Clause[] = [{ term: { live_tenant_id: tenantId } }];
  if (memoryTypes) clauses.push({ terms: { memory_type: [...memoryTypes] } });
  if (sourceTypes) clauses.push({ terms: { source_type: [...sourceTypes] } });
  if (tags) clauses.push({ terms: { tags: [...tags] } });
  if (userId !== undefined) clauses.push({ term: { user_id: userId } });
  if (filter.documentId !== undefined) clauses.push({ term: { document_id: filter.documentId } });
  if (minImportance !== undefined) clauses.push({ range: { importance: { gte: minImportance } } });
  if (minOccurredAt !== undefined) clauses.push({ range: { created_at_ms: { gte: minOccurredAt } } });
  if (maxOccurredAt !== undefined) clauses.push({ range: { created_at_ms: { lte: maxOccurredAt } } });
  if (filter.visibility) clauses.push({ bool: { must_not: hiddenClauses(filter.visibility) } });
  return clauses;
}

/** Clauses that match items that are not visible. Items without a bound do not have its field. */
function hiddenClauses({ nowMs, endsAfterMs, startsByMs }: Visibility): Clause[] {
  const clauses: Clause[] = [{ range: { expires_at_ms: { lte: nowMs } } }];
  if (endsAfterMs !== -Infinity) clauses.push({ range: { valid_until_ms: { lte: endsAfterMs } } });
  if (startsByMs !== Infinity) clauses.push({ range: { valid_from_ms: { gt: startsByMs } } });
  return clauses;
}
