/** Types of relationships. @see docs/reference/relationships.md#relationship-types */
export const RELATIONSHIP_TYPES = [
  'supersedes',
  'updates',
  'evolution_of',
  'supports',
  'contradicts',
  'disputes',
  'parent_of',
  'child_of',
  'sibling_of',
  'composed_of',
  'part_of',
  'causes',
  'influenced_by',
  'prerequisite_for',
  'implements',
  'documents',
  'tests',
  'example_of',
  'responds_to',
  'references',
  'inspired_by',
  'follows',
  'precedes',
  'depends_on',
] as const;
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

/** Direction types of relationships. @see docs/reference/relationships.md#direction-types */
export const DIRECTION_TYPES = ['DIRECTED', 'BIDIRECTIONAL', 'INVERSE_PAIRED'] as const;
export type DirectionType = (typeof DIRECTION_TYPES)[number];
