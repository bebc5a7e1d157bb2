import type { Clock } from '../data/clock.ts';
import type { Tenant } from '../data/tenant.ts';
import { ascending, takePage } from '../data/page.ts';
import { alreadyExists, FakeError } from '../fake-error.ts';
import { expiryPassed } from '../memories/create-memories.ts';
import {
  hasExpired,
  isProtected,
  requireCheckpointName,
  requireUnprotectedType,
} from '../memories/memory.ts';
import type { LifecycleState, MemoryType, Metadata, SourceType, StoredMemory } from '../memories/memory.ts';
import { insertMemory } from '../memories/store-memory.ts';
import type { Call, Result } from '../server/operation.ts';
import {
  MAX_VALIDITY_TIME,
  MIN_VALIDITY_TIME,
  parseTimestamp,
  toIso,
  toIsoOrNull,
  toTime,
} from '../validation/timestamps.ts';
import { validationError } from '../validation/validate.ts';
import type { Problem } from '../validation/validate.ts';

/** A state as a list returns it, and as a restore accepts it. @see docs/reference/states.md#the-state-object */
interface StateBody {
  id: string;
  revision: number;
  recorded_until: string | null;
  recorded_by: string;
  user_id: string;
  content: string;
  content_revision: number;
  memory_type: MemoryType;
  importance: number;
  confidence: number;
  source_type: SourceType;
  metadata: Metadata;
  tags: string[];
  conversation_id: string | null;
  lifecycle_state: LifecycleState;
  version: number;
  chain_id: string;
  superseded_by: string | null;
  created_at: string;
  updated_at: string;
  occurred_at: string;
  valid_from: string | null;
  valid_until: string | null;
  expires_at: string | null;
  expires_by_default: boolean;
  pinned: boolean;
  access_count: number;
  last_accessed: string | null;
}

/** A state with the time at which the next one replaced it; null for the current state. */
interface State {
  memory: StoredMemory;
  recordedUntil: number | null;
}

/** @see docs/reference/states.md#list-states */
export function listMemoryStates({ tenant, clock, query }: Call): Result {
  const states = [...tenant.memories.values()]
    .filter((memory) => !hasExpired(memory, clock.now()) && !isProtected(memory.memoryType))
    .flatMap((memory): State[] => [
      { memory, recordedUntil: null },
      ...(tenant.replaced.get(memory.id) ?? []),
    ]);
  const { items, truncated, nextCursor } = takePage(states, query, {
    list: 'memory-states',
    toItem: toStateResource,
    keyOf: ({ memory: { id, revision } }) => [id, -revision],
    compare: ascending,
  });
  return { data: { states: items, truncated, next_cursor: nextCursor } };
}

const toStateResource = ({ memory, recordedUntil }: State): StateBody => ({
  id: memory.id,
  revision: memory.revision,
  recorded_until: toIsoOrNull(recordedUntil),
  recorded_by: memory.restoredUsers?.recordedBy ?? memory.recordedBy,
  user_id: memory.restoredUsers?.userId ?? memory.userId,
  content: memory.content,
  content_revision: memory.contentRevision,
  memory_type: memory.memoryType,
  importance: memory.importance,
  confidence: memory.confidence,
  source_type: memory.sourceType,
  metadata: memory.metadata,
  tags: [...memory.tags],
  conversation_id: memory.conversationId,
  lifecycle_state: memory.lifecycleState,
  version: memory.version,
  chain_id: memory.chainId,
  superseded_by: memory.supersededBy,
  created_at: toIso(memory.createdAt),
  updated_at: toIso(memory.updatedAt),
  occurred_at: toIso(memory.occurredAt),
  valid_from: toIsoOrNull(memory.validFrom),
  valid_until: toIsoOrNull(memory.validUntil),
  expires_at: toIsoOrNull(memory.expiresAt),
  expires_by_default: memory.expiresByDefault,
  pinned: memory.pinned,
  access_count: memory.accessCount,
  last_accessed: toIsoOrNull(memory.lastAccessed),
});

/** @see docs/reference/states.md#restore-states */
export function restoreMemoryStates({ tenant, clock, user, body }: Call): Result {
  const { states } = body as { states: StateBody[] };
  requireConsistency(states);
  if (user.role !== 'owner') {
    throw new FakeError('AUTH_FORBIDDEN', 'Only owners can restore memories.', {
      details: { required_role: 'owner', current_role: user.role },
    });
  }
  const inputs = states.map((state): State => toState(state, user.id));
  tenant.requireMemoryCapacity(inputs.length);
  const results = inputs.map((state) => orError(() => check(state, clock.now())));
  // The current state of a memory must exist before its replaced states.
  for (const isCurrent of [true, false]) {
    for (const [index, state] of inputs.entries()) {
      if (results[index] !== null || (state.recordedUntil === null) !== isCurrent) continue;
      results[index] = orError(() =>
        isCurrent ? restoreCurrent(tenant, clock, state) : restoreReplaced(tenant, state),
      );
    }
  }
  const errors = results.flatMap((result, index) =>
    result instanceof FakeError
      ? [{ index, code: result.code, message: result.message, field_errors: result.fieldErrors }]
      : [],
  );
  const count = (outcome: string): number => results.filter((result) => result === outcome).length;
  return {
    data: { restored: count('restored'), existing: count('existing'), failed: errors.length, errors },
  };
}

type Outcome = 'restored' | 'existing' | FakeError | null;

function orError(run: () => Outcome): Outcome {
  try {
    return run();
  } catch (error) {
    if (error instanceof FakeError) return error;
    throw error;
  }
}

const toMillis = (text: string): number => parseTimestamp(text)!;

/** The caller becomes the author of a restored state. */
const toState = (state: StateBody, userId: string): State => ({
  recordedUntil: toTime(state.recorded_until) ?? null,
  memory: {
    id: state.id,
    revision: state.revision,
    content: state.content,
    contentRevision: state.content_revision,
    memoryType: state.memory_type,
    importance: state.importance,
    confidence: state.confidence,
    sourceType: state.source_type,
    userId,
    metadata: state.metadata,
    tags: [...state.tags].sort(),
    lifecycleState: state.lifecycle_state,
    version: state.version,
    chainId: state.chain_id,
    supersededBy: state.superseded_by,
    conversationId: state.conversation_id,
    createdAt: toMillis(state.created_at),
    occurredAt: toMillis(state.occurred_at),
    updatedAt: toMillis(state.updated_at),
    validFrom: toTime(state.valid_from) ?? null,
    validUntil: toTime(state.valid_until) ?? null,
    expiresAt: toTime(state.expires_at) ?? null,
    expiresByDefault: state.expires_by_default,
    pinned: state.pinned,
    accessCount: state.access_count,
    lastAccessed: toTime(state.last_accessed) ?? null,
    recordedBy: userId,
    restoredUsers: { userId: state.user_id, recordedBy: state.recorded_by },
  },
});

/** Rules between the fields of a state, with the field that the error names. */
const RULES: readonly (readonly [keyof StateBody, string, (state: StateBody) => boolean])[] = [
  ['updated_at', 'Must not be before created_at.', (s) => toMillis(s.created_at) <= toMillis(s.updated_at)],
  [
    'recorded_until',
    'Must not be before updated_at.',
    (s) => s.recorded_until === null || toMillis(s.updated_at) <= toMillis(s.recorded_until),
  ],
  ['content_revision', 'Must not exceed revision.', (s) => s.content_revision <= s.revision],
  [
    'chain_id',
    'Must be the ID of the memory if version is 1, and another ID otherwise.',
    (s) => (s.version === 1) === (s.chain_id === s.id),
  ],
  [
    'superseded_by',
    'Must be null if lifecycle_state is active.',
    (s) => s.superseded_by === null || s.lifecycle_state !== 'active',
  ],
  [
    'valid_until',
    'Must not be before valid_from.',
    (s) => (toTime(s.valid_from) ?? MIN_VALIDITY_TIME) <= (toTime(s.valid_until) ?? MAX_VALIDITY_TIME),
  ],
  ['tags', 'Must not contain a tag twice.', (s) => new Set(s.tags).size === s.tags.length],
];

/** @throws FakeError VAL_VALIDATION_FAILED if a field of a state contradicts another one */
function requireConsistency(states: readonly StateBody[]): void {
  const problems = states.flatMap((state, index) =>
    RULES.filter(([, , holds]) => !holds(state)).map(([field, message]): Problem => ({
      field: `states.${index}.${field}`,
      code: 'VAL_VALIDATION_FAILED',
      message,
    })),
  );
  if (problems.length > 0) throw validationError(problems);
}

/** @throws FakeError if the state cannot be restored to any tenant */
function check({ memory, recordedUntil }: State, now: number): null {
  requireUnprotectedType(memory.memoryType);
  requireCheckpointName([], memory);
  if ((recordedUntil ?? memory.updatedAt) > now)
    throw new FakeError('VAL_VALIDATION_FAILED', 'A state must not be recorded in the future.');
  if (recordedUntil === null && hasExpired(memory, now)) throw expiryPassed();
  return null;
}

function restoreCurrent(tenant: Tenant, clock: Clock, { memory }: State): Outcome {
  const { id, chainId, version } = memory;
  if (tenant.memories.has(id)) return 'existing';
  if (tenant.deletedMemoryIds.has(id)) {
    const message = `The memory ${id} was deleted in this tenant. Its ID cannot be used again.`;
    throw new FakeError('RES_ALREADY_EXISTS', message, {
      details: { resource_type: 'deleted memory', identifier: id },
    });
  }
  const chain = [...tenant.memories.values()].filter((other) => other.chainId === chainId);
  if (chain.some(({ restoredUsers }) => restoredUsers === null)) {
    const message = `The memory ${chainId} was not restored, so versions cannot be added to it.`;
    throw new FakeError('RES_ALREADY_EXISTS', message, {
      details: { resource_type: 'memory', identifier: chainId },
    });
  }
  if (chain.some((other) => other.version === version))
    throw alreadyExists('memory version', `${chainId} version ${version}`);
  if (memory.lifecycleState === 'active') requireCheckpointName(tenant.memories.values(), memory);
  insertMemory(tenant, clock, memory);
  return 'restored';
}

function restoreReplaced(tenant: Tenant, { memory, recordedUntil }: State): Outcome {
  const current = tenant.memories.get(memory.id);
  if (current === undefined || current.restoredUsers === null || current.revision <= memory.revision) {
    throw new FakeError(
      'RES_NOT_FOUND',
      `No restored memory ${memory.id} has the replaced revision ${memory.revision}. Restore its current state first.`,
      { details: { resource_type: 'restored memory', resource_id: memory.id } },
    );
  }
  const replaced = tenant.replaced.get(memory.id) ?? [];
  if (replaced.some((state) => state.memory.revision === memory.revision)) return 'existing';
  replaced.push({ memory, recordedUntil: recordedUntil! });
  tenant.replaced.set(memory.id, replaced);
  tenant.replacedStates += 1;
  return 'restored';
}
