import type { Schemas } from '@qdrant/js-client-rest';
import type { SearchFilter } from '../../items/search-filter.ts';
import type { Visibility } from '../../items/visibility.ts';

type Condition = Schemas['FieldCondition'];

/** Matches all points of a tenant, tombstones included. */
export const tenantCondition = (tenantId: string): Condition => ({
  key: 'tenant_id',
  match: { value: tenantId },
});

/**
 * Returns conditions that a tenant's items must meet to pass the filter. Returns null if no item can pass.
 */
export function filterConditions(
  tenantId: string,
  filter: SearchFilter,
): (Condition | Schemas['Filter'])[] | null {
  const { memoryTypes, sourceTypes, minImportance, minOccurredAt, maxOccurredAt, tags, userId } = filter;
  const lists = { memory_type: memoryTypes, source_type: sourceTypes, tags };
  const conditions: (Condition | Schemas['Filter'])[] = [tenantCondition(tenantId)];
  for (const [key, values] of Object.entries(lists)) {
    if (values?.length === 0) return null;
    if (values) conditions.push({ key, match: { any: [...values] } });
  }
  if (userId !== undefined) conditions.push({ key: 'user_id', match: { value: userId } });
  if (filter.documentId !== undefined)
    conditions.push({ key: 'document_id', match: { value: filter.documentId } });
  if (minImportance !== undefined) conditions.push({ key: 'importance', range: { gte: minImportance } });
  if (minOccurredAt !== undefined || maxOccurredAt !== undefined) {
    const range = {
      ...(minOccurredAt !== undefined && { gte: minOccurredAt }),
      ...(maxOccurredAt !== undefined && { lte: maxOccurredAt }),
    };
    conditions.push({ key: 'created_at_ms', range });
  }
  if (filter.visibility) conditions.push({ must_not: hiddenConditions(filter.visibility) });
  return conditions;
}

/** Conditions that match items that are not visible. Items without a bound do not have its field. */
function hiddenConditions({ nowMs, endsAfterMs, startsByMs }: Visibility): Condition[] {
  const conditions: Condition[] = [{ key: 'expires_at_ms', range: { lte: nowMs } }];
  if (endsAfterMs !== -Infinity) conditions.push({ key: 'valid_until_ms', range: { lte: endsAfterMs } });
  if (startsByMs !== Infinity) conditions.push({ key: 'valid_from_ms', range: { gt: startsByMs } });
  return conditions;
}
