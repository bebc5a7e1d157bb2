import { RELATIONSHIP_TYPES } from '@loci/client';

const TYPES: ReadonlySet<string> = new Set(RELATIONSHIP_TYPES);

/** Frequent names of other programs with a type of the same meaning. */
const SYNONYMS: Readonly<Record<string, string>> = {
  requires: 'depends_on',
  needs: 'depends_on',
  uses: 'depends_on',
  required_by: 'prerequisite_for',
  belongs_to: 'part_of',
  contains: 'composed_of',
  has_part: 'composed_of',
  includes: 'composed_of',
  extends: 'evolution_of',
  replaces: 'supersedes',
  related_to: 'references',
  relates_to: 'references',
  links_to: 'references',
  mentions: 'references',
  caused: 'causes',
  leads_to: 'causes',
  describes: 'documents',
  is_example_of: 'example_of',
  replies_to: 'responds_to',
  conflicts_with: 'disputes',
  contrasts_with: 'disputes',
};

/**
 * Finds the type for the name of a relation, such as `depends on`. A name without an equivalent becomes `references`.
 * The caller keeps the original name in the metadata. `contradicts` becomes `disputes`, because creating a
 * `contradicts` relationship reports a contradiction.
 */
export function toRelationshipType(name: string): string {
  const normalized = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (normalized === 'contradicts') return 'disputes';
  if (TYPES.has(normalized)) return normalized;
  return SYNONYMS[normalized] ?? 'references';
}
