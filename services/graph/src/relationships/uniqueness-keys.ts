import type { Relationship } from './relationship.ts';

type UniquenessFields = Pick<Relationship, 'fromId' | 'toId' | 'relationshipType' | 'directionType'>;

/**
 * Returns the keys that a relationship occupies in its tenant: one for its direction and type, two if it is
 * BIDIRECTIONAL. Two relationships with a common key conflict.
 *
 * @see docs/reference/relationships.md#uniqueness
 */
function uniquenessKeys({ fromId, toId, relationshipType, directionType }: UniquenessFields): string[] {
  const key = `${fromId} ${relationshipType} ${toId}`;
  return directionType === 'BIDIRECTIONAL' ? [key, `${toId} ${relationshipType} ${fromId}`] : [key];
}

/**
 * Finds groups that conflict with an earlier group. The keys of a conflicting group stay free for later
 * groups.
 *
 * @param groups relationships that are created together, such as both relationships of an INVERSE_PAIRED pair
 * @returns for each group the index of the earlier group that it conflicts with, or null
 */
export function findDuplicates(groups: readonly (readonly UniquenessFields[])[]): (number | null)[] {
  const occupied = new Map<string, number>();
  return groups.map((group, index) => {
    const keys = group.flatMap(uniquenessKeys);
    for (const key of keys) {
      const earlier = occupied.get(key);
      if (earlier !== undefined) return earlier;
    }
    for (const key of keys) occupied.set(key, index);
    return null;
  });
}

/**
 * Compares relationships in the order in which all writers insert them. Inserting in one order prevents
 * deadlocks between transactions that wait for each other's uniqueness keys.
 */
export function compareUniquenessKeys(a: UniquenessFields, b: UniquenessFields): number {
  const [aLow, aHigh] = a.fromId < a.toId ? [a.fromId, a.toId] : [a.toId, a.fromId];
  const [bLow, bHigh] = b.fromId < b.toId ? [b.fromId, b.toId] : [b.toId, b.fromId];
  return (
    compare(aLow, bLow) ||
    compare(aHigh, bHigh) ||
    compare(a.relationshipType, b.relationshipType) ||
    compare(a.fromId, b.fromId)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
