import type { Body } from '../../types.ts';
import { FakeError, invalidField, notImplemented } from '../fake-error.ts';
import type { FieldErrors } from '../fake-error.ts';
import type { Call, Result } from '../server/operation.ts';
import { REQUESTS } from '../../generated/requests.ts';
import { MAX_VALIDITY_TIME, toTime } from '../validation/timestamps.ts';
import { MAX_REPORTED_PROBLEMS, validate } from '../validation/validate.ts';
import { memoryEtag, toMemoryResource } from './memory-resource.ts';
import { buildMemory, requireCheckpointName, requireUnprotectedType } from './memory.ts';
import type { MemoryType, SourceType, StoredMemory } from './memory.ts';
import { insertMemory } from './store-memory.ts';
import { normalizeMemoryTags } from './tags.ts';
import { requireValidPeriod } from './validity.ts';

type MemoryBody = Body<'post', '/api/v2/memories'> & {
  memory_type: MemoryType;
  importance: number;
  confidence: number;
  source_type: SourceType;
  metadata: Record<string, unknown>;
  tags: string[];
  pinned: boolean;
};

/** @see docs/reference/memories.md#create-a-memory */
export function createMemory(call: Call): Result {
  const { tenant, clock } = call;
  const body = call.body as MemoryBody;
  if (body.check_similar) throw notImplemented('The field check_similar of the operation createMemory');
  const { memory, warnings } = build(call, body, []);
  tenant.requireMemoryCapacity(1);
  insertMemory(tenant, clock, memory);
  const data = toMemoryResource(tenant, memory, clock.now(), { embeddingStatus: 'pending' });
  return { data, status: 201, warnings, etag: memoryEtag(memory) };
}

/** Memory or error of an element of a bulk request. */
type Element = { memory: StoredMemory; warnings: string[] } | FakeError;

/** @see docs/reference/memories.md#create-memories-in-bulk */
export function createMemories(call: Call): Result {
  const { tenant, clock } = call;
  const { memories, atomic } = call.body as { memories: unknown[]; atomic: boolean };
  const schema = REQUESTS.createMemories.body!.properties!['memories']!.items!;
  const created: StoredMemory[] = [];
  const elements = memories.map((input): Element => {
    try {
      const built = build(call, validate(schema, input, 'element') as MemoryBody, created);
      created.push(built.memory);
      return built;
    } catch (error) {
      if (error instanceof FakeError) return error;
      throw error;
    }
  });
  const errors = elements.filter((element) => element instanceof FakeError);
  if (atomic && errors.length > 0) throw combineElementErrors(elements);
  tenant.requireMemoryCapacity(created.length);
  for (const memory of created) insertMemory(tenant, clock, memory);
  return {
    data: { created: created.length, failed: errors.length, results: toResults(elements) },
    status: created.length > 0 ? 201 : 200,
    warnings: elements.flatMap((element, index) =>
      element instanceof FakeError ? [] : element.warnings.map((warning) => `Element ${index}: ${warning}`),
    ),
  };
}

/** @param earlier memories of the same request */
function build(
  { tenant, user, clock }: Call,
  body: MemoryBody,
  earlier: readonly StoredMemory[],
): { memory: StoredMemory; warnings: string[] } {
  const now = clock.now();
  const { tags, warnings } = normalizeMemoryTags(body.tags);
  const expiresAt = toExpiresAt(body, now);
  requireUnprotectedType(body.memory_type);
  const id = clock.newId();
  const others = [...tenant.memories.values(), ...earlier];
  requireCheckpointName(others, { id, memoryType: body.memory_type, metadata: body.metadata });
  const memory = buildMemory(
    {
      content: body.content,
      memoryType: body.memory_type,
      importance: body.importance,
      confidence: body.confidence,
      sourceType: body.source_type,
      metadata: body.metadata,
      tags,
      occurredAt: toTime(body.occurred_at) ?? undefined,
      validFrom: toTime(body.valid_from),
      validUntil: toTime(body.valid_until),
      expiresAt,
      pinned: body.pinned,
    },
    user.id,
    id,
    now,
  );
  requireValidPeriod(memory);
  return { memory, warnings };
}

/**
 * Returns the expiry of a request; undefined without one.
 *
 * @throws FakeError VAL_VALIDATION_FAILED for both fields, VAL_FIELD_INVALID for a time that is not in the future
 */
export function toExpiresAt(
  { expires_at: text, ttl_seconds: seconds }: { expires_at?: string | null; ttl_seconds?: number },
  now: number,
): number | null | undefined {
  const expiresAt = toTime(text);
  if (seconds === undefined) {
    if (typeof expiresAt === 'number' && expiresAt <= now) throw expiryPassed();
    return expiresAt;
  }
  if (expiresAt !== undefined)
    throw invalidField('ttl_seconds', 'Send either expires_at or ttl_seconds.', 'VAL_VALIDATION_FAILED');
  return Math.min(now + seconds * 1_000, MAX_VALIDITY_TIME);
}

export const expiryPassed = (): FakeError => invalidField('expires_at', 'expires_at must be in the future.');

/** Converts the elements to results, which together list at most 50 invalid fields. */
function toResults(elements: readonly Element[]) {
  let fields = 0;
  return elements.map((element, index) => {
    if (!(element instanceof FakeError)) return { index, status: 'created', id: element.memory.id };
    const { code, message, details, fieldErrors } = element;
    const listed = fields < MAX_REPORTED_PROBLEMS ? fieldErrors : null;
    fields += Object.keys(fieldErrors ?? {}).length;
    return { index, status: 'failed', error: { code, message, details, field_errors: listed } };
  });
}

/** Combines the errors of a request that created nothing. */
export function combineElementErrors(elements: readonly unknown[]): FakeError {
  const invalid = elements.flatMap((error, index) => (error instanceof FakeError ? [{ index, error }] : []));
  const { index, error: first } = invalid[0]!;
  const listed = invalid.slice(0, MAX_REPORTED_PROBLEMS);
  const omitted = invalid.length - listed.length;
  const rest = omitted === 0 ? '' : ` ${omitted} more invalid elements are not listed.`;
  const fields: FieldErrors = Object.fromEntries(
    listed
      .flatMap(({ index: position, error }) =>
        Object.entries(error.fieldErrors ?? {}).map(
          ([field, messages]) => [`${position}.${field}`, messages] as const,
        ),
      )
      .slice(0, MAX_REPORTED_PROBLEMS),
  );
  return new FakeError(first.code, `Nothing was created. Element ${index}: ${first.message}${rest}`, {
    details: {
      ...first.details,
      errors: listed.map(({ index: position, error: { code, message } }) => ({
        index: position,
        code,
        message,
      })),
      ...(omitted > 0 && { problems_omitted: omitted }),
    },
    fieldErrors: Object.keys(fields).length > 0 ? fields : undefined,
    status: first.status,
  });
}
