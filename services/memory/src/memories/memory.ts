import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '@loci/core';
import { AppError, codePointLength } from '@loci/core';
import { isProtectedType } from '@loci/contracts';
import type { EmbeddingStatus, LifecycleState, MemoryType, SourceType } from '@loci/contracts';
import { toStoredExpiry } from './expiry.ts';
import { toStoredBounds } from './validity.ts';

export type Metadata = Record<string, unknown>;

/** One version of a memory. @see docs/reference/memories.md#the-memory-object */
export interface Memory {
  tenantId: string;
  id: string;
  /** Revision number. Incremented by every change that publishes an event, starting at 1. */
  revision: number;
  content: string;
  /** Revision number of the content. Incremented by every change to the content, starting at 1. */
  contentRevision: number;
  memoryType: MemoryType;
  importance: number;
  confidence: number;
  sourceType: SourceType;
  userId: string;
  metadata: Metadata;
  /** Normalized distinct tags, sorted by name. */
  tags: string[];
  lifecycleState: LifecycleState;
  version: number;
  isActive: boolean;
  /** Id of the first version. All versions of a memory share it. */
  chainId: string;
  /**
   * Id of the memory that replaced this version. Null for an active version, and for an inactive version
   * without a successor.
   */
  supersededBy: string | null;
  conversationId: string | null;
  createdAt: Date;
  /** Time of the event that the memory describes. The creation time if the client gave none. */
  occurredAt: Date;
  updatedAt: Date;
  /** Stored start of the validity. Null is the default of the version, see `validityPeriod`. */
  validFrom: Date | null;
  /** Stored end of the validity. Null is the default of the version, see `validityPeriod`. */
  validUntil: Date | null;
  /** Time from which no operation returns the memory. Null if it does not expire. */
  expiresAt: Date | null;
  /** True if a retention default set `expiresAt`. */
  expiresByDefault: boolean;
  /** True if retention defaults do not apply to the memory. */
  pinned: boolean;
  embeddingStatus: EmbeddingStatus;
  surpriseScore: number;
  accessCount: number;
  lastAccessed: Date | null;
}

export interface NewMemory {
  content: string;
  memoryType: MemoryType;
  importance: number;
  confidence: number;
  sourceType: SourceType;
  metadata: Metadata;
  tags: string[];
  /** Defaults to the creation time. */
  occurredAt?: Date | undefined;
  /** Start of the validity, inclusive. Null or absent: no start. */
  validFrom?: Date | null | undefined;
  /** End of the validity, exclusive. Null or absent: no end. */
  validUntil?: Date | null | undefined;
  /** Time from which no operation returns the memory. Null: it does not expire. Absent: its retention default applies. */
  expiresAt?: Date | null | undefined;
  /** True if a retention default set `expiresAt`. */
  expiresByDefault?: boolean | undefined;
  /** True if retention defaults do not apply to the memory. */
  pinned?: boolean | undefined;
}

/** New values of the fields that an update can change. Absent fields keep their value. */
export type MemoryChange = {
  [Field in Exclude<keyof NewMemory, 'sourceType' | 'expiresByDefault'>]?: NewMemory[Field] | undefined;
};

/** Surprise score of a memory until its first embedding is known. */
export const INITIAL_SURPRISE_SCORE = 0.5;
/** Maximum length of a conversation id, in code points. */
export const MAX_CONVERSATION_ID_LENGTH = 200;

/** Builds the first version of a memory. */
export function buildMemory(
  caller: Pick<Caller, 'tenantId' | 'userId'>,
  input: NewMemory,
  id: string,
  now: Date,
): Memory {
  return {
    tenantId: caller.tenantId,
    id,
    revision: 1,
    content: input.content,
    contentRevision: 1,
    memoryType: input.memoryType,
    importance: input.importance,
    confidence: input.confidence,
    sourceType: input.sourceType,
    userId: caller.userId,
    metadata: input.metadata,
    tags: input.tags,
    lifecycleState: 'active',
    version: 1,
    isActive: true,
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
    expiresByDefault: input.expiresByDefault ?? false,
    pinned: input.pinned ?? false,
    embeddingStatus: 'pending',
    surpriseScore: INITIAL_SURPRISE_SCORE,
    accessCount: 0,
    lastAccessed: null,
  };
}

/** Returns the next revision of a memory, or the same object if no value differs. */
export function changeMemory(memory: Memory, change: MemoryChange, now: Date): Memory {
  const values = Object.entries({
    ...change,
    ...toStoredBounds(change, memory.version),
    ...toStoredExpiry(change, memory),
  }).filter(([, value]) => value !== undefined);
  const differs = values.some(([key, value]) => !isDeepStrictEqual(value, memory[key as keyof Memory]));
  if (!differs) return memory;
  const next: Memory = {
    ...memory,
    ...(Object.fromEntries(values) as Partial<Memory>),
    revision: memory.revision + 1,
    updatedAt: laterOf(memory.updatedAt, now),
  };
  if (change.metadata !== undefined) {
    const conversationId = readConversationId(change.metadata);
    // A conversation that the service assigned is not in the metadata, so new metadata must not remove it.
    const wasAssigned = readConversationId(memory.metadata) === null;
    if (conversationId !== null || !wasAssigned) next.conversationId = conversationId;
  }
  if (next.content !== memory.content) {
    next.contentRevision = memory.contentRevision + 1;
    next.embeddingStatus = 'pending';
  }
  return next;
}

/**
 * Returns the next revision of a memory, marked as inactive.
 *
 * @param supersededBy id of the memory that replaces this one, or null. Ignored if this memory is already
 *   inactive.
 */
export const deactivate = (
  memory: Memory,
  lifecycleState: 'evolved' | 'deprecated',
  supersededBy: string | null,
  now: Date,
): Memory => ({
  ...memory,
  lifecycleState,
  isActive: false,
  supersededBy: memory.isActive ? supersededBy : memory.supersededBy,
  revision: memory.revision + 1,
  updatedAt: laterOf(memory.updatedAt, now),
});

/** Returns the later of two times. The clocks of two processes can differ, but the times of revisions must not decrease. */
export const laterOf = (a: Date, b: Date): Date => (a > b ? a : b);

/**
 * Builds the version that follows `current`.
 *
 * @param template memory from which type, importance, confidence, tags, metadata, conversation, expiry and pin are copied
 * @param input.validFrom start of the validity, or null for no start. By default, the validity starts at `now`.
 * @param input.validUntil end of the validity. By default, the validity has no end.
 */
export function nextVersion(
  current: Pick<Memory, 'version' | 'chainId'>,
  template: Memory,
  {
    content,
    userId,
    id,
    now,
    ...bounds
  }: { content: string; userId: string; id: string; now: Date } & Pick<NewMemory, 'validFrom' | 'validUntil'>,
): Memory {
  const memory = buildMemory(
    { tenantId: template.tenantId, userId },
    { ...template, content, occurredAt: now, validFrom: null, validUntil: null },
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

/** Returns the memory pinned, without the expiry that a retention default set. */
export const pin = (memory: Memory): Memory => ({
  ...memory,
  ...toStoredExpiry({ pinned: true }, memory),
  pinned: true,
});

/**
 * Reads `conversation_id` from a memory's metadata.
 *
 * @returns null unless it is a string of 1 to 200 characters
 * @see docs/reference/memories.md#conversations
 */
export function readConversationId(metadata: Metadata): string | null {
  const id = metadata['conversation_id'];
  if (typeof id !== 'string' || id === '') return null;
  return codePointLength(id) <= MAX_CONVERSATION_ID_LENGTH ? id : null;
}

/**
 * Requires a type that is not protected.
 *
 * @throws AUTH_FORBIDDEN for a protected type
 * @see docs/reference/memories.md#protected-memories
 */
export function requireUnprotectedType(memoryType: MemoryType): void {
  if (!isProtectedType(memoryType)) return;
  throw new AppError(
    'AUTH_FORBIDDEN',
    `Memories of type ${memoryType} are protected. Manage them through the personality endpoints.`,
    { details: { memory_type: memoryType } },
  );
}
