/** Count and description of one relationship type. @see docs/reference/analysis.md#reflect-response */
export interface RelationshipInsight {
  type: string;
  count: number;
  description: string;
}

/** Meaning of one relationship of each type. */
const MEANINGS: Readonly<Record<string, string>> = {
  supersedes: 'a memory supersedes another',
  updates: 'a memory updates another',
  evolution_of: 'a memory evolved from another',
  supports: 'a memory supports another',
  contradicts: 'a memory contradicts another',
  disputes: 'a memory disputes another',
  parent_of: 'a memory is a parent of another',
  child_of: 'a memory is a child of another',
  sibling_of: 'a memory is a sibling of another',
  composed_of: 'a memory is composed of another',
  part_of: 'a memory is part of another',
  causes: 'a memory causes another',
  influenced_by: 'a memory was influenced by another',
  prerequisite_for: 'a memory is a prerequisite for another',
  implements: 'a memory implements another',
  documents: 'a memory documents another',
  tests: 'a memory tests another',
  example_of: 'a memory is an example of another',
  responds_to: 'a memory responds to another',
  references: 'a memory references another',
  inspired_by: 'a memory was inspired by another',
  follows: 'a memory follows another',
  precedes: 'a memory precedes another',
  depends_on: 'a memory depends on another',
};

/**
 * Describes the relationships of the analyzed memories.
 *
 * @param counts number of relationships by type
 * @returns relationship types with a positive count, by descending count, ties by type
 */
export function describeRelationships(counts: ReadonlyMap<string, number>): RelationshipInsight[] {
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([typeA, a], [typeB, b]) => b - a || (typeA < typeB ? -1 : 1))
    .map(([type, count]) => ({ type, count, description: describe(type, count) }));
}

function describe(type: string, count: number): string {
  const relationships = `${count} ${count === 1 ? 'relationship' : 'relationships'}`;
  const meaning = MEANINGS[type];
  return meaning === undefined ? `${relationships} of type ${type}` : `${relationships}: ${meaning}`;
}
