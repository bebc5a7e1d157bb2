import type { Memory, Relationship } from './types.ts';

/** Requires a list to contain all values of a type. */
const all =
  <Value extends string>() =>
  <const List extends readonly Value[]>(
    list: List & ([Value] extends [List[number]] ? unknown : { missing: Exclude<Value, List[number]> }),
  ): List =>
    list;

/** Types of memories. @see docs/reference/memories.md#memory-types */
export const MEMORY_TYPES = all<Memory['memory_type']>()([
  'fact',
  'insight',
  'conversation',
  'correction',
  'reference',
  'task',
  'checkpoint',
  'identity_core',
  'personality_trait',
  'relationship',
  'strategy',
]);

/** Types of memories that only the server creates. */
export const PROTECTED_MEMORY_TYPES = [
  'identity_core',
  'personality_trait',
  'relationship',
] as const satisfies readonly Memory['memory_type'][];

/** Types of relationships. @see docs/reference/relationships.md#relationship-types */
export const RELATIONSHIP_TYPES = all<Relationship['relationship_type']>()([
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
]);
