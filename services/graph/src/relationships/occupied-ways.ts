import type { Relationship } from './relationship.ts';

type Placed = Pick<Relationship, 'fromId' | 'toId' | 'relationshipType' | 'directionType'>;

/**
 * What a relationship takes of its tenant's graph: one way between two memories in its type, both ways for a
 * BIDIRECTIONAL one. Two that share a way are the same.
 * @see DECISIONS.md "Relationships"
 */
export function occupiedWays({ fromId, toId, relationshipType, directionType }: Placed): string[] {
  const forward = `${fromId} ${relationshipType} ${toId}`;
  return directionType === 'BIDIRECTIONAL' ? [forward, `${toId} ${relationshipType} ${fromId}`] : [forward];
}

/**
 * For each group, the index of an earlier one that takes one of its ways, or null. A repeat takes nothing.
 */
export function findRepeats(groups: readonly (readonly Placed[])[]): (number | null)[] {
  const taken = new Map<string, number>();
  return groups.map((group, index) => {
    const ways = group.flatMap(occupiedWays);
    for (const way of ways) {
      const earlier = taken.get(way);
      if (earlier !== undefined) return earlier;
    }
    for (const way of ways) taken.set(way, index);
    return null;
  });
}

/**
 * The order in which ways are taken in the database. Writers that all keep to it wait for each other but
 * never in a circle.
 */
export function compareWays(a: Placed, b: Placed): number {
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
