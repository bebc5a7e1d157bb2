import { descending, takePage } from '../data/page.ts';
import { alreadyExists, invalidField, notFound } from '../fake-error.ts';
import {
  deactivate,
  findCurrent,
  findMemory,
  isActive,
  nextVersion,
  requireUnprotectedType,
} from '../memories/memory.ts';
import type { Metadata, StoredMemory } from '../memories/memory.ts';
import { insertMemory, replaceMemory } from '../memories/store-memory.ts';
import { closeValidity } from '../memories/validity.ts';
import { addVersionLink, carryOver } from '../relationships/carry-over.ts';
import { buildRelationship, findConflict } from '../relationships/relationship.ts';
import type { Call, Result } from '../server/operation.ts';
import { toIso } from '../validation/timestamps.ts';
import { findUnresolved, toContradictionResource } from './contradiction.ts';
import type { Resolution, StoredContradiction } from './contradiction.ts';

interface Report {
  source_memory_id: string;
  target_memory_id: string;
  contradiction_type: StoredContradiction['contradictionType'];
  confidence: number;
  metadata: Metadata;
}

/** @see docs/reference/memories.md#report-a-contradiction */
export function reportContradiction({ tenant, clock, user, body }: Call): Result {
  const { source_memory_id: sourceId, target_memory_id: targetId, ...report } = body as Report;
  const now = clock.now();
  if (sourceId === targetId) {
    const message = 'A memory cannot contradict itself.';
    throw invalidField('target_memory_id', message, 'VAL_VALIDATION_FAILED');
  }
  for (const id of [sourceId, targetId]) requireUnprotectedType(findMemory(tenant, id, now).memoryType);
  const known = findUnresolved(tenant, sourceId, targetId);
  if (known !== undefined) throw alreadyExists('contradiction', known.id);
  tenant.requireCapacity('contradiction', 1);
  const contradiction: StoredContradiction = {
    id: clock.newId(),
    sourceId,
    targetId,
    contradictionType: report.contradiction_type,
    resolutionStatus: 'unresolved',
    confidence: report.confidence,
    metadata: report.metadata,
    detectedAt: now,
    detectedBy: user.id,
  };
  tenant.contradictions.set(contradiction.id, contradiction);
  const relationship = buildRelationship(
    {
      id: clock.newId(),
      fromId: sourceId,
      toId: targetId,
      relationshipType: 'contradicts',
      confidence: report.confidence,
      isActive: [sourceId, targetId].every((id) => isActive(tenant.memories.get(id)!)),
    },
    now,
  );
  if (findConflict(tenant, relationship) === undefined)
    tenant.relationships.set(relationship.id, relationship);
  return { status: 201, data: toContradictionResource(contradiction) };
}

/** @see docs/reference/memories.md#list-the-contradictions-of-a-memory */
export function listMemoryContradictions({ tenant, clock, path, query }: Call): Result {
  const { id: memoryId } = findMemory(tenant, path['memory_id']!, clock.now());
  const contradictions = [...tenant.contradictions.values()].filter(
    ({ sourceId, targetId }) => sourceId === memoryId || targetId === memoryId,
  );
  const { items, truncated, nextCursor } = takePage(contradictions, query, {
    list: 'contradictions',
    toItem: (contradiction) => {
      const { metadata: _metadata, detected_by: _by, ...listed } = toContradictionResource(contradiction);
      const { sourceId, targetId } = contradiction;
      const other = sourceId === memoryId ? targetId : sourceId;
      return { ...listed, source_memory_id: memoryId, target_memory_id: other, reported_source_id: sourceId };
    },
    keyOf: ({ detectedAt, id }) => [detectedAt, id],
    compare: descending,
  });
  return { data: { contradictions: items, truncated, next_cursor: nextCursor } };
}

interface ResolutionBody {
  resolution: Resolution;
  new_content?: string | null;
  reason?: string | null;
  close_validity: boolean;
}

/** @see docs/reference/memories.md#resolve-a-contradiction */
export function resolveContradiction(call: Call): Result {
  const { tenant, clock, user, path } = call;
  const body = call.body as ResolutionBody;
  const now = clock.now();
  if (body.resolution === 'create_new' && body.new_content == null)
    throw invalidField('new_content', 'This field is required.', 'VAL_FIELD_REQUIRED');
  const id = path['contradiction_id']!;
  const contradiction = tenant.contradictions.get(id);
  if (contradiction === undefined) throw notFound('contradiction', id);
  if (contradiction.resolutionStatus !== 'unresolved') {
    throw alreadyExists('resolution of the contradiction', id, {
      resolution_status: contradiction.resolutionStatus,
    });
  }
  const source = tenant.memories.get(contradiction.sourceId)!;
  const target = tenant.memories.get(contradiction.targetId)!;
  const created = applyResolution(call, body, source, target);
  const resolved: StoredContradiction = {
    ...contradiction,
    ...(body.resolution === 'keep_both'
      ? { resolutionStatus: 'accepted', contradictionType: 'contextual' }
      : { resolutionStatus: 'resolved' }),
  };
  tenant.contradictions.set(id, resolved);
  return {
    data: {
      ...toContradictionResource(resolved),
      resolution: body.resolution,
      reason: body.reason ?? null,
      resolved_at: toIso(now),
      resolved_by: user.id,
      new_memory_id: created?.id ?? null,
    },
  };
}

/** Changes the memories of a contradiction. Returns the memory that `create_new` creates. */
function applyResolution(
  call: Call,
  { resolution, new_content: content, close_validity: closes }: ResolutionBody,
  source: StoredMemory,
  target: StoredMemory,
): StoredMemory | null {
  const { tenant, clock, user } = call;
  if (resolution === 'keep_both') return null;
  if (resolution === 'create_new') return replaceBoth(call, content!, source, target);
  const rejected = resolution === 'choose_memory_1' ? target : source;
  tenant.requireMemoryCapacity(1);
  const ended = closes ? closeValidity(rejected, clock.now()) : rejected;
  replaceMemory(tenant, clock, deactivate(ended, 'deprecated', null, user.id, clock.now()));
  carryOver(tenant, clock, [rejected.id]);
  return null;
}

/** Creates the next version of the source, which replaces both memories. */
function replaceBoth(
  { tenant, clock, user }: Call,
  content: string,
  source: StoredMemory,
  target: StoredMemory,
): StoredMemory {
  const now = clock.now();
  const current = findCurrent(tenant, source.chainId) ?? source;
  const isPinned = [source, target, current].some(({ pinned }) => pinned);
  const template: StoredMemory = isPinned
    ? {
        ...source,
        pinned: true,
        ...(source.expiresByDefault && { expiresAt: null, expiresByDefault: false }),
      }
    : source;
  const created = nextVersion(current, template, { content, userId: user.id, id: clock.newId(), now });
  const replaced = new Map([source, target, current].map((memory) => [memory.id, memory]));
  tenant.requireMemoryCapacity(replaced.size + 1);
  for (const memory of replaced.values()) {
    if (memory.id === current.id && !isActive(current) && current.id !== source.id) continue;
    replaceMemory(tenant, clock, deactivate(closeValidity(memory, now), 'evolved', created.id, user.id, now));
  }
  insertMemory(tenant, clock, created);
  for (const id of replaced.keys())
    addVersionLink(tenant, { id: clock.newId(), fromId: created.id, toId: id, type: 'supersedes', now });
  carryOver(tenant, clock, [...replaced.keys()]);
  return created;
}
