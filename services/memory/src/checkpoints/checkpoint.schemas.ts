import { AWAKENING_CONTEXT, MAX_CONTENT_LENGTH, MAX_NAME_PATTERN_LENGTH } from '@loci/contracts';
import { cursorPageQuery, queryNumber, uuid } from '@loci/http';
import { z } from 'zod';
import { MAX_CHECKPOINT_NAME_LENGTH } from './checkpoint-name.ts';

/** Maximum number of memories that one request can attach or remove. */
const MAX_IDS = 100;

const name = z
  .string()
  .min(1)
  .max(MAX_CHECKPOINT_NAME_LENGTH)
  .refine((value) => value === '' || value.trim() !== '', {
    message: 'Must not be blank.',
    params: { code: 'VAL_FIELD_INVALID' },
  })
  .refine((value) => value.trim().toLowerCase() !== AWAKENING_CONTEXT, {
    message: `The name ${AWAKENING_CONTEXT} is reserved for the personality. Choose another name.`,
    params: { code: 'VAL_FIELD_INVALID' },
  })
  .describe('Name, unique among the checkpoints of the tenant, 1 to 200 characters.');

const description = z
  .string()
  .max(MAX_CONTENT_LENGTH)
  .describe('Description, at most 10,000 characters. Empty for none.');

const memoryIds = z.array(uuid).max(MAX_IDS);

export const checkpointParams = z.object({ checkpoint_id: uuid.describe('ID of the checkpoint.') });

export const listCheckpointsQuery = z.object({
  ...cursorPageQuery,
  name: z
    .string()
    .max(MAX_NAME_PATTERN_LENGTH)
    .default('')
    .describe('Only checkpoints whose name contains this text, in any letter case.'),
});

export const getCheckpointQuery = z.object({
  limit: queryNumber(z.int().min(1).max(MAX_IDS))
    .default(MAX_IDS)
    .describe('Maximum number of memories, 1 to 100.'),
});

export const createCheckpointBody = z.object({
  name,
  description: description.default(''),
  memory_ids: memoryIds.default([]).describe('Memories to attach, at most 100.'),
});

export const updateCheckpointBody = z.object({
  name: name.optional(),
  description: description.optional(),
  add_memory_ids: memoryIds.default([]).describe('Memories to attach, at most 100.'),
  remove_memory_ids: memoryIds
    .default([])
    .describe('Memories to remove, at most 100. Those that are not attached have no effect.'),
});
