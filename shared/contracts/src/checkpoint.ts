import { z } from 'zod';
import { componentNames } from './component-names.ts';
import { MAX_NAME_PATTERN_LENGTH } from './input-limits.ts';
import { memoryResource } from './memory-resource.ts';
import { MAX_PHRASE_LENGTH } from './memory-references.ts';
import { MAX_CONTENT_LENGTH } from './memory-types.ts';

/** Name that `restore_context` reserves for the personality. No context can be saved under it. */
export const AWAKENING_CONTEXT = 'awakening';

/** Schema of a checkpoint name. The operation enforces a lower limit with a more specific error. */
const checkpointName = z.string().max(1_000);

/** Maximum number of phrases per description that are searched. Further phrases stay unresolved. */
export const MAX_SEARCHED_PHRASES = 20;

export const saveCheckpointRequest = z.object({
  name: checkpointName,
  /** Description with references to memories, as parsed by `extractMemoryReferences`. Can be empty. */
  description: z.string().max(MAX_CONTENT_LENGTH),
  /** Search results for the first `MAX_SEARCHED_PHRASES` phrases of the description, best first. */
  phrase_hits: z
    .array(z.object({ phrase: z.string().max(MAX_PHRASE_LENGTH), memory_ids: z.array(z.guid()).max(100) }))
    .max(MAX_SEARCHED_PHRASES),
});
export type SaveCheckpointRequest = z.input<typeof saveCheckpointRequest>;
export type PhraseHits = SaveCheckpointRequest['phrase_hits'][number];

export const saveCheckpointResponse = z.object({
  id: z.guid(),
  /** Attached memories in the order of their references. */
  memory_ids: z.array(z.guid()),
  /** Number of distinct references in the description. */
  references_extracted: z.int(),
  unresolved_references: z.array(z.string()),
});
export type SavedCheckpoint = z.infer<typeof saveCheckpointResponse>;

/** Fields of a checkpoint with its attached memories. */
export const attachedMemories = {
  memories: z
    .array(
      memoryResource
        .extend({
          has_evolved: z.boolean().describe('True if another memory replaced the attached one.'),
          saved_memory_id: z.guid().describe('ID of the version that was attached.'),
        })
        .register(componentNames, { name: 'AttachedMemory' }),
    )
    .describe(
      'Current versions of the attached memories. A memory without an active version is in the state in which it was attached.',
    ),
  omitted_memory_ids: z
    .array(z.guid())
    .describe('IDs of memories within the limit that exceed the size limit of a response.'),
};

export const restoreCheckpointRequest = z.object({ name: checkpointName, limit: z.int().min(1).max(100) });
export type RestoreCheckpointRequest = z.input<typeof restoreCheckpointRequest>;

export const restoreCheckpointResponse = z.object({
  /** The checkpoint, or null if no active checkpoint has the name. */
  checkpoint: z
    .object({
      id: z.guid(),
      /** Description, or null if the checkpoint was saved without one. */
      description: z.string().nullable(),
      ...attachedMemories,
    })
    .nullable(),
});
export type RestoredCheckpoint = NonNullable<z.infer<typeof restoreCheckpointResponse>['checkpoint']>;

export const listCheckpointsRequest = z.object({
  /** Number of checkpoints to skip. Ignored with a cursor. */
  offset: z.int().min(0),
  limit: z.int().min(1).max(100),
  /** Case-insensitive substring of the name. */
  name_pattern: z.string().max(MAX_NAME_PATTERN_LENGTH).optional(),
  include_descriptions: z.boolean(),
});
export type ListCheckpointsRequest = z.input<typeof listCheckpointsRequest> & {
  /** `next_cursor` of the previous page. The memory service validates it. */
  cursor?: string;
};

export const listCheckpointsResponse = z.object({
  /** Number of matching checkpoints on all pages. */
  total: z.int(),
  /** Number of checkpoints before the page. */
  offset: z.int(),
  /** Cursor of the next page. Null at the end. */
  next_cursor: z.string().nullable(),
  /** Checkpoints, newest first. Fewer than `limit` on the last page, or if more would exceed the size limit of a response. */
  items: z.array(
    z.object({
      id: z.guid(),
      name: z.string(),
      /** Description. Absent without `include_descriptions`. Null if the checkpoint was saved without one. */
      description: z.string().nullable().optional(),
      /** Number of attached memories that still exist. */
      memory_count: z.int(),
      created_at: z.string(),
    }),
  ),
});
export type CheckpointList = z.infer<typeof listCheckpointsResponse>;
