/** The 24 relationship types: one table for validation, OpenAPI, the assistant tools and the docs. */
export const RELATIONSHIP_TYPE_TABLE = [
  {
    type: 'supersedes',
    category: 'Knowledge evolution',
    meaning: 'replaces the target, which no longer holds',
  },
  { type: 'updates', category: 'Knowledge evolution', meaning: 'brings the target up to date' },
  { type: 'evolution_of', category: 'Knowledge evolution', meaning: 'grew out of the target' },
  { type: 'supports', category: 'Evidence and support', meaning: 'gives evidence for the target' },
  {
    type: 'contradicts',
    category: 'Evidence and support',
    meaning: 'cannot be true together with the target',
  },
  { type: 'disputes', category: 'Evidence and support', meaning: 'casts doubt on the target' },
  { type: 'parent_of', category: 'Hierarchy and structure', meaning: 'stands above the target' },
  { type: 'child_of', category: 'Hierarchy and structure', meaning: 'stands below the target' },
  { type: 'sibling_of', category: 'Hierarchy and structure', meaning: 'shares a parent with the target' },
  { type: 'composed_of', category: 'Hierarchy and structure', meaning: 'has the target as a part' },
  { type: 'part_of', category: 'Hierarchy and structure', meaning: 'is a part of the target' },
  { type: 'causes', category: 'Cause and prerequisites', meaning: 'brings the target about' },
  { type: 'influenced_by', category: 'Cause and prerequisites', meaning: 'was shaped by the target' },
  {
    type: 'prerequisite_for',
    category: 'Cause and prerequisites',
    meaning: 'must come before the target can',
  },
  { type: 'implements', category: 'Implementation and testing', meaning: 'puts the target into practice' },
  { type: 'documents', category: 'Implementation and testing', meaning: 'describes the target' },
  { type: 'tests', category: 'Implementation and testing', meaning: 'checks the target' },
  { type: 'example_of', category: 'Implementation and testing', meaning: 'is an instance of the target' },
  { type: 'responds_to', category: 'Conversation and attribution', meaning: 'answers the target' },
  { type: 'references', category: 'Conversation and attribution', meaning: 'mentions the target' },
  { type: 'inspired_by', category: 'Conversation and attribution', meaning: 'took its idea from the target' },
  { type: 'follows', category: 'Sequence and flow', meaning: 'comes after the target' },
  { type: 'precedes', category: 'Sequence and flow', meaning: 'comes before the target' },
  { type: 'depends_on', category: 'Dependencies', meaning: 'needs the target' },
] as const;

export type RelationshipType = (typeof RELATIONSHIP_TYPE_TABLE)[number]['type'];

export const RELATIONSHIP_TYPES = RELATIONSHIP_TYPE_TABLE.map((row) => row.type) as [
  RelationshipType,
  ...RelationshipType[],
];

export const DIRECTION_TYPES = ['DIRECTED', 'BIDIRECTIONAL', 'INVERSE_PAIRED'] as const;
export type DirectionType = (typeof DIRECTION_TYPES)[number];
