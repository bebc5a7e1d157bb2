import type { Tenant } from '../data/tenant.ts';
import { FakeError, invalidField, notFound } from '../fake-error.ts';
import type { Memory } from '../../types.ts';
import { codePointLength } from '../validation/validate.ts';
import { toStoredBounds } from './validity.ts';

export type Metadata = Record<string, unknown>;
export type MemoryType = Memory['memory_type'];
export type SourceType = Memory['source_type'];
export type LifecycleState = Memory['lifecycle_state'];

/** One version of a memory. Times are milliseconds since the epoch. @see docs/reference/memories.md#the-memory-object */
export interface StoredMemory {
  readonly id: string;
  /** Incremented by every change, from 1. */
  readonly revision: number;
  readonly content: string;
  readonly contentRevision: number;
  readonly memoryType: MemoryType;
  readonly importance: number;
  readonly confidence: number;
  readonly sourceType: SourceType;
  readonly userId: string;
  readonly metadata: Metadata;
  /** Normalized distinct tags, sorted by name. */
  readonly tags: readonly string[];
  readonly lifecycleState: LifecycleState;
  readonly version: number;
  /** ID of the first version. */
  readonly chainId: string;
  readonly supersededBy: string | null;
  readonly conversationId: string | null;
  readonly createdAt: number;
  readonly occurredAt: number;
  readonly updatedAt: number;
  /** Null is the default of the version. */
  readonly validFrom: number | null;
  readonly validUntil: number | null;
  readonly expiresAt: number | null;
  readonly expiresByDefault: boolean;
  readonly pinned: boolean;
  readonly accessCount: number;
  readonly lastAccessed: number | null;
  /** User who stored the state. */
  readonly recordedBy: string;
  /** User of the exported state; null for a memory that was not restored. */
  readonly restoredUsers: { userId: string; recordedBy: string } | null;
}

/** A state that a later one replaced. */
export interface ReplacedState {
  memory: StoredMemory;
  recordedUntil: number;
}

export interface NewMemory {
  content: string;
  memoryType: MemoryType;
  importance: number;
  confidence: number;
  sourceType: SourceType;
  metadata: Metadata;
  tags: readonly string[];
  occurredAt?: number | undefined;
  validFrom?: number | null | undefined;
  validUntil?: number | null | undefined;
  expiresAt?: number | null | undefined;
  pinned?: boolean | undefined;
}

const PROTECTED_TYPES: readonly string[] = ['identity_core', 'personality_trait'];
const MAX_CONVERSATION_ID_LENGTH = 200;

export const isActive = ({ lifecycleState }: StoredMemory): boolean => lifecycleState === 'active';
export const isProtected = (memoryType: string): boolean => PROTECTED_TYPES.includes(memoryType);

export function buildMemory(input: NewMemory, userId: string, id: string, now: number): StoredMemory {
  return {
    id,
    revision: 1,
    content: input.content,
    contentRevision: 1,
    memoryType: input.memoryType,
    importance: input.importance,
    confidence: input.confidence,
    sourceType: input.sourceType,
    userId,
    metadata: input.metadata,
    tags: input.tags,
    lifecycleState: 'active',
    version: 1,
    chainId: id,
    supersededBy: null,
    conversationId: readConversationId(input.metadata),
    createdAt: now,
    occurredAt: input.occurredAt ?? now,
    updatedAt: now,
    validFrom: null,
    validUntil: null,
    ...toStoredBounds(input, 1),
    expiresAt: input.expiresAt ?? null,
    expiresByDefault: false,
    pinned: input.pinned ?? false,
    accessCount: 0,
    lastAccessed: null,
    recordedBy: userId,
    restoredUsers: null,
  };
}

/** Builds the version that follows `current`, with the fields of `template`. */
export function nextVersion(
  current: StoredMemory,
  template: StoredMemory,
  input: {
    content: string;
    userId: string;
    id: string;
    now: number;
    validFrom?: number | null;
    validUntil?: number | null;
  },
): StoredMemory {
  const { content, userId, id, now, ...bounds } = input;
  const memory = buildMemory(
    { ...template, content, occurredAt: now, validFrom: null, validUntil: null },
    userId,
    id,
    now,
  );
  const version = current.version + 1;
  return {
    ...memory,
    version,
    chainId: current.chainId,
    conversationId: template.conversationId,
    ...toStoredBounds(bounds, version),
  };
}

/** Returns the next revision of a memory, marked as inactive. */
export const deactivate = (
  memory: StoredMemory,
  lifecycleState: 'evolved' | 'deprecated',
  supersededBy: string | null,
  userId: string,
  now: number,
): StoredMemory => ({
  ...memory,
  lifecycleState,
  supersededBy: isActive(memory) ? supersededBy : memory.supersededBy,
  revision: memory.revision + 1,
  updatedAt: now,
  recordedBy: userId,
});

/** @returns null unless `conversation_id` is a string of 1 to 200 characters */
export function readConversationId(metadata: Metadata): string | null {
  const id = metadata['conversation_id'];
  if (typeof id !== 'string' || id === '') return null;
  return codePointLength(id) <= MAX_CONVERSATION_ID_LENGTH ? id : null;
}

/** Returns a memory that exists and has not expired. @throws FakeError RES_NOT_FOUND */
export function findMemory(tenant: Tenant, id: string, now: number): StoredMemory {
  const memory = tenant.memories.get(id);
  if (memory === undefined || hasExpired(memory, now)) throw notFound('memory', id);
  return memory;
}

export const hasExpired = ({ expiresAt }: StoredMemory, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Returns the memories that have not expired. */
export const existingMemories = ({ memories }: Tenant, now: number): StoredMemory[] =>
  [...memories.values()].filter((memory) => !hasExpired(memory, now));

/** Returns the active version of a memory, or undefined. */
export const findCurrent = (tenant: Tenant, chainId: string): StoredMemory | undefined =>
  [...tenant.memories.values()].find((memory) => memory.chainId === chainId && isActive(memory));

/** @throws FakeError AUTH_FORBIDDEN for a protected type */
export function requireUnprotectedType(memoryType: string): void {
  if (!isProtected(memoryType)) return;
  throw new FakeError(
    'AUTH_FORBIDDEN',
    `Memories of type ${memoryType} are protected. Manage them through the personality endpoints.`,
    { details: { memory_type: memoryType } },
  );
}

/** @throws FakeError RES_ALREADY_EXISTS for an inactive version */
export function requireActiveVersion(tenant: Tenant, memory: StoredMemory): void {
  if (isActive(memory)) return;
  throw new FakeError(
    'RES_ALREADY_EXISTS',
    `Version ${memory.version} of the memory is inactive and cannot change. Use the active version instead. ` +
      'Its id is in details.current_memory_id, which is null if no version is active.',
    {
      details: {
        resource_type: 'memory version',
        identifier: memory.id,
        current_memory_id: currentIdOf(tenant, memory),
      },
    },
  );
}

/** Returns the ID of the active version that replaced a memory, or null. */
export function currentIdOf(tenant: Tenant, memory: StoredMemory): string | null {
  const seen = new Set<string>();
  for (let next: StoredMemory | undefined = memory; next !== undefined;) {
    if (isActive(next)) return next.id;
    if (next.supersededBy === null || seen.has(next.id)) return null;
    seen.add(next.id);
    next = tenant.memories.get(next.supersededBy);
  }
  return null;
}

const MAX_CHECKPOINT_NAME_LENGTH = 200;

/**
 * Requires that a checkpoint has a valid name that no other active checkpoint has.
 *
 * @see docs/reference/memories.md#checkpoints
 */
export function requireCheckpointName(
  others: Iterable<StoredMemory>,
  { id, memoryType, metadata }: Pick<StoredMemory, 'id' | 'memoryType' | 'metadata'>,
): void {
  if (memoryType !== 'checkpoint') return;
  const { name } = metadata;
  const field = 'metadata.name';
  const invalid = (
    code: 'VAL_FIELD_REQUIRED' | 'VAL_FIELD_INVALID' | 'VAL_FIELD_TOO_LONG',
    message: string,
    details = {},
  ) => invalidField(field, message, code, { field, ...details });
  if (name == null) throw invalid('VAL_FIELD_REQUIRED', 'A checkpoint needs a name.');
  if (typeof name !== 'string' || name.trim() === '')
    throw invalid('VAL_FIELD_INVALID', 'Must be a string that is not blank.');
  const length = codePointLength(name);
  if (length > MAX_CHECKPOINT_NAME_LENGTH) {
    const details = { max_length: MAX_CHECKPOINT_NAME_LENGTH, actual_length: length };
    throw invalid('VAL_FIELD_TOO_LONG', `Must be at most ${MAX_CHECKPOINT_NAME_LENGTH} characters.`, details);
  }
  for (const other of others) {
    const isTaken = other.id !== id && isActive(other) && other.memoryType === 'checkpoint';
    if (isTaken && other.metadata['name'] === name) {
      throw new FakeError('RES_ALREADY_EXISTS', `The checkpoint ${name} already exists.`, {
        details: { resource_type: 'checkpoint', identifier: name },
      });
    }
  }
}
