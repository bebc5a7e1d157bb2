import { componentNames, MAX_VALIDITY_TIME, MIN_VALIDITY_TIME } from '@loci/contracts';
import type { MemoryResource } from '@loci/contracts';
import { MAX_REPORTED_PROBLEMS, isAppError } from '@loci/core';
import type { AppError } from '@loci/core';
import { z } from 'zod';
import type { RelationshipSummary } from '../relationships/relationship-projection.repository.ts';
import { validityAt, validityPeriod } from './validity.ts';
import type { Memory } from './memory.ts';
import { memoryEtag } from './memory-etag.ts';
import type { UpdatedMemory } from './update-memories.ts';

const elementError = z
  .object({
    code: z.string().describe('Code of the error.'),
    message: z.string().describe('Human-readable message.'),
    details: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Further data, which depends on the code; null if there is none.'),
    field_errors: z
      .record(z.string(), z.array(z.string()))
      .nullable()
      .describe('Messages by field name, for invalid fields.'),
  })
  .describe('Error of the element.');

/** Results of a bulk creation. @see docs/reference/memories.md#create-memories-in-bulk */
export const bulkMemoriesResource = z
  .object({
    created: z.int().describe('Number of created memories.'),
    failed: z.int().describe('Number of elements that were not created.'),
    results: z
      .array(
        z.discriminatedUnion('status', [
          z.object({
            index: z.int().describe('Position of the element in the request, from 0.'),
            status: z.literal('created').describe('`created` or `failed`.'),
            id: z.guid().describe('ID of the memory.'),
          }),
          z.object({
            index: z.int().describe('Position of the element in the request, from 0.'),
            status: z.literal('failed').describe('`created` or `failed`.'),
            error: elementError,
          }),
        ]),
      )
      .describe('One result per element, in the order of the request.'),
  })
  .register(componentNames, { name: 'BulkMemories' });

export function toBulkResource(
  results: readonly (Memory | AppError)[],
): z.input<typeof bulkMemoriesResource> {
  const failed = results.filter(isAppError).length;
  return {
    created: results.length - failed,
    failed,
    results: toResults(results, ({ id }) => ({ status: 'created' as const, id })),
  };
}

/** Results of a bulk update. @see docs/reference/memories.md#update-memories-in-bulk */
export const bulkUpdateResource = z
  .object({
    updated: z.int().describe('Number of memories that have the values of the request.'),
    failed: z.int().describe('Number of elements that changed nothing because of an error.'),
    results: z
      .array(
        z.discriminatedUnion('status', [
          z.object({
            index: z.int().describe('Position of the element in the request, from 0.'),
            status: z.literal(['updated', 'unchanged']).describe('`updated`, `unchanged` or `failed`.'),
            id: z.guid().describe('ID of the memory.'),
            etag: z.string().describe('ETag of the memory.'),
          }),
          z.object({
            index: z.int().describe('Position of the element in the request, from 0.'),
            status: z.literal('failed').describe('`updated`, `unchanged` or `failed`.'),
            error: elementError,
          }),
        ]),
      )
      .describe('One result per element, in the order of the request.'),
  })
  .register(componentNames, { name: 'BulkMemoryUpdates' });

export function toBulkUpdateResource(
  results: readonly (UpdatedMemory | AppError)[],
): z.input<typeof bulkUpdateResource> {
  const failed = results.filter(isAppError).length;
  return {
    updated: results.length - failed,
    failed,
    results: toResults(results, ({ memory, isChanged }) => ({
      status: isChanged ? ('updated' as const) : ('unchanged' as const),
      id: memory.id,
      etag: memoryEtag(memory),
    })),
  };
}

/** @param toItem converts the result of an element without an error */
function toResults<Result, Item>(
  results: readonly (Result | AppError)[],
  toItem: (result: Result) => Item,
): ((Item & { index: number }) | FailedElement)[] {
  let fieldErrorsLeft = MAX_REPORTED_PROBLEMS;
  return results.map((result, index) => {
    if (!isAppError(result)) return { index, ...toItem(result) };
    const { code, message, details, fieldErrors } = result;
    // Lists field errors only up to a limit, so that invalid fields cannot increase the size of the
    // response without bound.
    const listsFields = fieldErrorsLeft > 0;
    fieldErrorsLeft -= Object.keys(fieldErrors ?? {}).length;
    return {
      index,
      status: 'failed',
      error: { code, message, details, field_errors: listsFields ? fieldErrors : null },
    };
  });
}

interface FailedElement {
  index: number;
  status: 'failed';
  error: z.input<typeof elementError>;
}

/** Returns the warnings about the tags of the created or updated memories, with the index of each memory. */
export const toBulkWarnings = (
  results: readonly unknown[],
  tagWarnings: readonly (readonly string[])[],
): string[] =>
  results.flatMap((result, index) =>
    isAppError(result) ? [] : tagWarnings[index]!.map((warning) => `Element ${index}: ${warning}`),
  );

export const deletedResource = z
  .object({
    id: z.guid().describe('ID of the memory.'),
    deleted: z.literal(true).describe('True.'),
  })
  .register(componentNames, { name: 'DeletedMemory' });

/** @param now time at which `validity` is computed */
export function toResource(
  memory: Memory,
  now: Date,
  relationships: readonly RelationshipSummary[] = [],
): MemoryResource {
  const { from, until } = validityPeriod(memory);
  return {
    id: memory.id,
    content: memory.content,
    memory_type: memory.memoryType,
    importance: memory.importance,
    confidence: memory.confidence,
    surprise_score: memory.surpriseScore,
    source_type: memory.sourceType,
    user_id: memory.userId,
    access_count: memory.accessCount,
    last_accessed: memory.lastAccessed?.toISOString() ?? null,
    created_at: memory.createdAt.toISOString(),
    occurred_at: memory.occurredAt.toISOString(),
    updated_at: memory.updatedAt.toISOString(),
    metadata: memory.metadata,
    embedding_status: memory.embeddingStatus,
    relationships: relationships.map((relationship) => ({
      id: relationship.id,
      from_id: relationship.fromId,
      to_id: relationship.toId,
      relationship_type: relationship.relationshipType,
      direction_type: relationship.directionType,
      strength: relationship.strength,
      confidence: relationship.confidence,
      created_at: relationship.createdAt.toISOString(),
    })),
    tags: memory.tags,
    lifecycle_state: memory.lifecycleState,
    version: memory.version,
    is_active: memory.isActive,
    valid_from: from <= MIN_VALIDITY_TIME ? null : from.toISOString(),
    valid_until: until >= MAX_VALIDITY_TIME ? null : until.toISOString(),
    validity: validityAt(memory, now),
    expires_at: memory.expiresAt?.toISOString() ?? null,
    pinned: memory.pinned,
  };
}
