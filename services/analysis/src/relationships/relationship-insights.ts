/** Count and description of one relationship type. @see docs/reference/analysis.md#reflect-response */
export interface RelationshipInsight {
  type: string;
  count: number;
  description: string;
}

/** Descriptions by relationship type, for a count of one and for higher counts, without the count. */
const DESCRIPTIONS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  supersedes: ['memory supersedes another', 'memories supersede others'],
  updates: ['memory updates another', 'memories update others'],
  evolution_of: ['memory evolved from another', 'memories evolved from others'],
  supports: ['memory supports another', 'memories support others'],
  contradicts: ['memory contradicts another', 'memories contradict others'],
  disputes: ['memory disputes another', 'memories dispute others'],
  parent_of: ['memory is a parent of another', 'memories are parents of others'],
  child_of: ['memory is a child of another', 'memories are children of others'],
  sibling_of: ['memory is a sibling of another', 'memories are siblings of others'],
  composed_of: ['memory is composed of another', 'memories are composed of others'],
  part_of: ['memory is part of another', 'memories are part of others'],
  causes: ['memory causes another', 'memories cause others'],
  influenced_by: ['memory was influenced by another', 'memories were influenced by others'],
  prerequisite_for: ['memory is a prerequisite for another', 'memories are prerequisites for others'],
  implements: ['memory implements another', 'memories implement others'],
  documents: ['memory documents another', 'memories document others'],
  tests: ['memory tests another', 'memories test others'],
  example_of: ['memory is an example of another', 'memories are examples of others'],
  responds_to: ['memory responds to another', 'memories respond to others'],
  references: ['memory references another', 'memories reference others'],
  inspired_by: ['memory was inspired by another', 'memories were inspired by others'],
  follows: ['memory follows another', 'memories follow others'],
  precedes: ['memory precedes another', 'memories precede others'],
  depends_on: ['memory depends on another', 'memories depend on others'],
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
  const description = DESCRIPTIONS[type];
  if (description === undefined)
    return `${count} ${count === 1 ? 'relationship' : 'relationships'} of type ${type}`;
  return `${count} ${description[count === 1 ? 0 : 1]}`;
}
