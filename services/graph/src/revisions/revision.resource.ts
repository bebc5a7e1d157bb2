import { continuation, takePage } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { z } from 'zod';
import { relationshipResource, toRelationshipResource } from '../relationships/relationship.resource.ts';
import { REVISION_LIST } from './list-revisions.ts';
import type { Revision } from './revision.repository.ts';

/** Kinds of changes that create a revision. */
const CHANGES = ['created', 'updated', 'superseded'] as const;

// The validity depends on the current time, so it is not part of a recorded state.
const stateResource = relationshipResource.omit({ updated_at: true, validity: true });

/** Revisions of a relationship. @see docs/reference/relationships.md#list-the-revisions-of-a-relationship */
export const revisionsResource = z.object({
  revisions: z.array(
    stateResource.extend({
      revision: z.int(),
      change: z.enum(CHANGES),
      /** Time from which this was the current state. */
      recorded_at: z.string(),
      /** Time at which the next revision replaced this state. Null for the current state. */
      recorded_until: z.string().nullable(),
      /** ID of the user who stored the state, or `system`. */
      recorded_by: z.string(),
    }),
  ),
  ...continuation,
});

export function toRevisionList(revisions: readonly Revision[], page: CursorPage) {
  const { items, truncated, next_cursor } = takePage(revisions, page, {
    list: REVISION_LIST,
    toItem,
    keyOf: ({ relationship }) => [relationship.revision],
  });
  return { revisions: items, truncated, next_cursor };
}

const toItem = ({ relationship, recordedBy, recordedUntil }: Revision) => ({
  ...stateResource.parse(toRelationshipResource(relationship, relationship.updatedAt)),
  revision: relationship.revision,
  change: toChange(relationship),
  recorded_at: relationship.updatedAt.toISOString(),
  recorded_until: recordedUntil?.toISOString() ?? null,
  recorded_by: recordedBy,
});

function toChange({ revision, isActive }: Revision['relationship']): (typeof CHANGES)[number] {
  if (revision === 1) return 'created';
  return isActive ? 'updated' : 'superseded';
}
