import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '@loci/core';
import { AppError, codePointLength } from '@loci/core';
import { isProtectedType } from '@loci/contracts';
import type { EmbeddingStatus, LifecycleState, MemoryType, SourceType } from '@loci/contracts';

export type Metadata = Record<string, unknown>;

/** One piece of knowledge of a tenant. */
export interface Memory {
  tenantId: string;
  id: string;
  revision: number;
  content: string;
  contentRevision: number;
  memoryType: MemoryType;
  importance: number;
  confidence: number;
  sourceType: SourceType;
  userId: string;
  metadata: Metadata;
  /** Normalised, distinct, sorted by name. */
  tags: string[];
  lifecycleState: LifecycleState;
  version: number;
  isActive: boolean;
  chainId: string;
  conversationId: string | null;
  createdAt: Date;
  updatedAt: Date;
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
}

/** What a change may touch; an absent field stays. */
export type MemoryChange = {
  [Field in 'content' | 'memoryType' | 'importance' | 'confidence' | 'metadata' | 'tags']?:
    NewMemory[Field] | undefined;
};

export const INITIAL_SURPRISE_SCORE = 0.5;
const MAX_CONVERSATION_ID_LENGTH = 200;
const MAX_CHECKPOINT_NAME_LENGTH = 200;

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
    conversationId: readConversationId(input.metadata),
    createdAt: now,
    updatedAt: now,
    embeddingStatus: 'pending',
    surpriseScore: INITIAL_SURPRISE_SCORE,
    accessCount: 0,
    lastAccessed: null,
  };
}

/** The next revision of a memory; the same object when nothing differs. */
export function changeMemory(memory: Memory, change: MemoryChange, now: Date): Memory {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const differs = given.some(([key, value]) => !isDeepStrictEqual(value, memory[key as keyof Memory]));
  if (!differs) return memory;
  const next: Memory = {
    ...memory,
    ...(Object.fromEntries(given) as Partial<NewMemory>),
    revision: memory.revision + 1,
    updatedAt: now,
  };
  if (change.metadata !== undefined) {
    const named = readConversationId(change.metadata);
    // One that was never named (a person went on talking) is left only for one that is.
    if (named !== null || readConversationId(memory.metadata) !== null) next.conversationId = named;
  }
  if (next.content !== memory.content) {
    next.contentRevision = memory.contentRevision + 1;
    next.embeddingStatus = 'pending';
  }
  return next;
}

/** A version that holds no longer. */
export const deactivate = (memory: Memory, lifecycleState: 'evolved' | 'deprecated', now: Date): Memory => ({
  ...memory,
  lifecycleState,
  isActive: false,
  revision: memory.revision + 1,
  updatedAt: now,
});

/** The version that comes after `current`, with what `like` is but for its content. */
export function nextVersion(
  current: Pick<Memory, 'version' | 'chainId'>,
  like: Memory,
  { content, userId, id, now }: { content: string; userId: string; id: string; now: Date },
): Memory {
  const memory = buildMemory({ tenantId: like.tenantId, userId }, { ...like, content }, id, now);
  return {
    ...memory,
    version: current.version + 1,
    chainId: current.chainId,
    conversationId: like.conversationId,
  };
}

/** The conversation that metadata names; anything but a string of 1 to 200 characters names none. */
export function readConversationId(metadata: Metadata): string | null {
  const named = metadata['conversation_id'];
  if (typeof named !== 'string' || named === '') return null;
  return codePointLength(named) <= MAX_CONVERSATION_ID_LENGTH ? named : null;
}

/** @throws AUTH_FORBIDDEN for a type that only the personality endpoints manage */
export function requireUnprotectedType(memoryType: MemoryType): void {
  if (!isProtectedType(memoryType)) return;
  throw new AppError(
    'AUTH_FORBIDDEN',
    `Memories of type ${memoryType} are protected. Manage them through the personality endpoints.`,
    { details: { memory_type: memoryType } },
  );
}

/**
 * @returns the name of a checkpoint, null for other types
 * @throws VAL_FIELD_REQUIRED, VAL_FIELD_INVALID or VAL_FIELD_TOO_LONG for a checkpoint without a usable name
 */
export function requireCheckpointName(memoryType: MemoryType, metadata: Metadata): string | null {
  if (memoryType !== 'checkpoint') return null;
  const field = 'metadata.name';
  const name = metadata['name'];
  const refuse = (
    code: 'VAL_FIELD_REQUIRED' | 'VAL_FIELD_INVALID' | 'VAL_FIELD_TOO_LONG',
    message: string,
    details = {},
  ) =>
    new AppError(code, `${field}: ${message}`, {
      fieldErrors: { [field]: [message] },
      details: { field, ...details },
    });
  if (name === undefined || name === null) throw refuse('VAL_FIELD_REQUIRED', 'A checkpoint needs a name.');
  if (typeof name !== 'string' || name.trim() === '') throw refuse('VAL_FIELD_INVALID', 'Must be a text.');
  const length = codePointLength(name);
  if (length > MAX_CHECKPOINT_NAME_LENGTH) {
    throw refuse('VAL_FIELD_TOO_LONG', `Must be at most ${MAX_CHECKPOINT_NAME_LENGTH} characters.`, {
      max_length: MAX_CHECKPOINT_NAME_LENGTH,
      actual_length: length,
    });
  }
  return name;
}
