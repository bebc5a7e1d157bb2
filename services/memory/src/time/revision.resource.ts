import { componentNames, memoryResource } from '@loci/contracts';
import { continuation, takePage } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { z } from 'zod';
import { toResource } from '../memories/memory.resource.ts';
import { REVISION_LIST } from './list-revisions.ts';
import type { Revision } from './revision.repository.ts';

/** Kinds of changes that create a revision. */
const CHANGES = ['created', 'updated', 'superseded'] as const;

const STATE_FIELDS = {
  id: true,
  content: true,
  memory_type: true,
  importance: true,
  confidence: true,
  source_type: true,
  user_id: true,
  created_at: true,
  occurred_at: true,
  metadata: true,
  tags: true,
  lifecycle_state: true,
  version: true,
  is_active: true,
  valid_from: true,
  valid_until: true,
  expires_at: true,
  pinned: true,
} as const;

const stateResource = memoryResource.pick(STATE_FIELDS);

/** Revisions of a memory. @see docs/reference/memories.md#list-the-revisions-of-a-memory */
export const revisionsResource = z
  .object({
    revisions: z
      .array(
        stateResource.extend({
          revision: z
            .int()
            .describe('Number of the revision. The first one is 1, and each change increases it by 1.'),
          change: z
            .enum(CHANGES)
            .describe('`created`, `updated`, or `superseded` if the version is inactive.'),
          recorded_at: z.string().describe('Time at which Loci stored the state.'),
          recorded_until: z
            .string()
            .nullable()
            .describe('Time at which the next change replaced the state; null for the current state.'),
          recorded_by: z.string().describe('ID of the user who stored the state, or `system`.'),
        }),
      )
      .describe('Revisions, newest first.'),
    ...continuation,
  })
  .register(componentNames, { name: 'MemoryRevisionList' });

export function toRevisionList(revisions: readonly Revision[], page: CursorPage) {
  const { items, truncated, next_cursor } = takePage(revisions, page, {
    list: REVISION_LIST,
    toItem,
    keyOf: ({ memory }) => [memory.revision],
  });
  return { revisions: items, truncated, next_cursor };
}

const toItem = ({ memory, recordedBy, recordedUntil }: Revision) => ({
  ...stateResource.parse(toResource(memory, memory.updatedAt)),
  revision: memory.revision,
  change: toChange(memory),
  recorded_at: memory.updatedAt.toISOString(),
  recorded_until: recordedUntil?.toISOString() ?? null,
  recorded_by: recordedBy,
});

function toChange({ revision, isActive }: Revision['memory']): (typeof CHANGES)[number] {
  if (!isActive) return 'superseded';
  return revision === 1 ? 'created' : 'updated';
}
