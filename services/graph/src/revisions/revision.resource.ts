import { componentNames } from '@loci/contracts';
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
export const revisionsResource = z
  .object({
    revisions: z
      .array(
        stateResource.extend({
          revision: z.int().describe('Number of the revision, from 1.'),
          change: z
            .enum(CHANGES)
            .describe(
              '`created` for the first revision, `superseded` if the relationship is inactive, otherwise `updated`.',
            ),
          recorded_at: z.string().describe('Time from which this was the current state.'),
          recorded_until: z
            .string()
            .nullable()
            .describe('Time at which the next revision replaced this state. Null for the current state.'),
          recorded_by: z.string().describe('ID of the user who stored the state, or `system`.'),
        }),
      )
      .describe('Revisions, newest first.'),
    ...continuation,
  })
  .register(componentNames, { name: 'RelationshipRevisionList' });

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
