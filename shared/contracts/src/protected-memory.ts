import { z } from 'zod';
import { freeFormObject } from './free-form-object.ts';
import { MAX_USER_ID_LENGTH } from './input-limits.ts';
import { LIFECYCLE_STATES, MAX_CONTENT_LENGTH, PROTECTED_MEMORY_TYPES } from './memory-types.ts';

const memory_type = z.enum(PROTECTED_MEMORY_TYPES);
const content = z.string().min(1).max(MAX_CONTENT_LENGTH);
const metadata = freeFormObject('metadata');
const userId = z.string().max(MAX_USER_ID_LENGTH);

/** A memory of a protected type. Only the personality service reads and changes memories of these types. */
export const protectedMemory = z.object({
  id: z.guid(),
  memory_type,
  content: z.string(),
  user_id: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  lifecycle_state: z.enum(LIFECYCLE_STATES),
  is_active: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ProtectedMemory = z.infer<typeof protectedMemory>;

/**
 * Filter by type, user and metadata. Each field is optional. The metadata of a memory must contain the given
 * entries.
 */
const filter = z.object({
  memory_type: memory_type.optional(),
  user_id: userId.optional(),
  metadata: metadata.optional(),
});

export const createProtectedRequest = z.object({
  tenant_id: z.guid(),
  user_id: userId,
  memory_type,
  content,
  metadata,
});
export type CreateProtectedRequest = z.input<typeof createProtectedRequest>;

/** Fields that select one memory by id. The memory must also match the filter. */
const filteredId = { ...filter.shape, tenant_id: z.guid(), id: z.guid() };

export const updateProtectedRequest = z.object({
  ...filteredId,
  change: z.object({ content: content.optional(), metadata: metadata.optional() }),
});
export type UpdateProtectedRequest = z.input<typeof updateProtectedRequest>;

export const deleteProtectedRequest = z.object(filteredId);
export type DeleteProtectedRequest = z.input<typeof deleteProtectedRequest>;

export const listProtectedRequest = z.object({
  ...filter.shape,
  tenant_id: z.guid(),
  include_inactive: z.boolean().default(false),
});
export type ListProtectedRequest = z.input<typeof listProtectedRequest>;

export const replaceProtectedRequest = z.object({
  ...createProtectedRequest.shape,
  /** Filters of the replaced memories. The new memory replaces all active memories that match a filter. */
  previous: z.array(filter).max(10),
});
export type ReplaceProtectedRequest = z.input<typeof replaceProtectedRequest>;

/** Idempotency key of a request that the personality service has forwarded, with the SHA-256 of the request. */
export const findProtectedReplyRequest = z.object({
  tenant_id: z.guid(),
  user_id: userId,
  key: z.string().min(1).max(255),
  fingerprint: z
    .string()
    .length(64)
    .regex(/^[0-9a-f]+$/),
});
export type FindProtectedReplyRequest = z.input<typeof findProtectedReplyRequest>;

/** Response that an earlier request with the same key received from the memory service. `memory` is null for a deletion. */
export const foundProtectedReply = z.object({
  reply: z.object({ memory: protectedMemory.nullable() }).nullable(),
});
export type ProtectedReply = NonNullable<z.infer<typeof foundProtectedReply>['reply']>;
