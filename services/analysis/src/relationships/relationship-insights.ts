/** Number of relationships of a type. @see docs/reference/analysis.md#reflect-response */
export interface RelationshipInsight {
  type: string;
  count: number;
  description: string;
}

/** Description of one and of several relationships by type. The number precedes it. */
const DESCRIPTIONS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  supersedes: ['memory has replaced another', 'memories have replaced others'],
  updates: ['memory brings another up to date', 'memories bring others up to date'],
  evolution_of: ['memory has grown out of another', 'memories have grown out of others'],
  supports: ['memory backs another', 'memories back others'],
  contradicts: ['memory contradicts another', 'memories contradict others'],
  disputes: ['memory casts doubt on another', 'memories cast doubt on others'],
  parent_of: ['memory stands above another', 'memories stand above others'],
  child_of: ['memory stands below another', 'memories stand below others'],
  sibling_of: ['pair stands side by side', 'pairs stand side by side'],
  composed_of: ['memory is made up of another', 'memories are made up of others'],
  part_of: ['memory is part of another', 'memories are part of others'],
  causes: ['memory is the cause of another', 'memories are the cause of others'],
  influenced_by: ['memory was influenced by another', 'memories were influenced by others'],
  prerequisite_for: ['memory has to come before another', 'memories have to come before others'],
  implements: ['memory puts another into practice', 'memories put others into practice'],
  documents: ['memory documents another', 'memories document others'],
  tests: ['memory tests another', 'memories test others'],
  example_of: ['memory is an example of another', 'memories are examples of others'],
  responds_to: ['memory answers another', 'memories answer others'],
  references: ['memory refers to another', 'memories refer to others'],
  inspired_by: ['memory was inspired by another', 'memories were inspired by others'],
  follows: ['memory comes after another', 'memories come after others'],
  precedes: ['memory comes before another', 'memories come before others'],
  depends_on: ['memory depends on another', 'memories depend on others'],
};

/**
 * Describes the relationships of the analyzed memories.
 *
 * @param counts number of relationships by type
 * @returns types with at least one relationship by descending count, ties by type
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
