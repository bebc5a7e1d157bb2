import type { MemoryChanges } from '../../types.ts';
import { notFound } from '../fake-error.ts';
import { requireEtag } from '../server/etag.ts';
import type { Call, Result } from '../server/operation.ts';
import { toTime } from '../validation/timestamps.ts';
import { toExpiresAt } from './create-memories.ts';
import { memoryEtag, toMemoryResource } from './memory-resource.ts';
import {
  findMemory,
  readConversationId,
  requireActiveVersion,
  requireCheckpointName,
  requireUnprotectedType,
} from './memory.ts';
import type { StoredMemory } from './memory.ts';
import { eraseRevisions, removeMemory, replaceMemory } from './store-memory.ts';
import { normalizeMemoryTags, normalizeTags, requireTagCount } from './tags.ts';
import { requireValidPeriod, toStoredBounds } from './validity.ts';

/** @see docs/reference/memories.md#update-a-memory */
export function updateMemory(call: Call): Result {
  const { tenant, clock } = call;
  const now = clock.now();
  const body = call.body as MemoryChanges;
  const tags = body.tags == null ? null : normalizeMemoryTags(body.tags);
  const expiresAt = toExpiresAt(body, now);
  const { memory, next } = change(call, (current) => ({
    ...definedOf({
      content: body.content,
      memoryType: body.memory_type,
      importance: body.importance,
      confidence: body.confidence,
      metadata: body.metadata ?? undefined,
      tags: tags?.tags,
      occurredAt: toTime(body.occurred_at) ?? undefined,
      pinned: body.pinned,
      ...toExpiry(current, expiresAt, body.pinned),
    }),
    ...toStoredBounds(
      { validFrom: toTime(body.valid_from), validUntil: toTime(body.valid_until) },
      current.version,
    ),
  }));
  const embeddingStatus = next.contentRevision > memory.contentRevision ? 'pending' : 'completed';
  const data = toMemoryResource(tenant, next, now, { embeddingStatus });
  return { data, warnings: tags?.warnings ?? [], etag: memoryEtag(next) };
}

/** Pinning removes the expiry of a retention default. */
function toExpiry(
  { expiresByDefault }: StoredMemory,
  expiresAt: number | null | undefined,
  pinned: boolean | undefined,
): Partial<StoredMemory> {
  if (expiresAt !== undefined) return { expiresAt, expiresByDefault: false };
  return pinned && expiresByDefault ? { expiresAt: null, expiresByDefault: false } : {};
}

/** @see docs/reference/tags.md#add-tags */
export function addMemoryTags(call: Call): Result {
  const { tags: added, warnings } = normalizeTags((call.body as { tags: string[] }).tags);
  const { next } = change(call, ({ tags }) => {
    const all = [...new Set([...tags, ...added])].sort();
    requireTagCount(all);
    return { tags: all };
  });
  return toTagChange(next, warnings);
}

/** @see docs/reference/tags.md#remove-tags */
export function removeMemoryTags(call: Call): Result {
  const { tags: removed, warnings } = normalizeTags((call.body as { tags: string[] }).tags);
  const { memory, next } = change(call, ({ tags }) => ({
    tags: tags.filter((tag) => !removed.includes(tag)),
  }));
  const absent = removed.filter((tag) => !memory.tags.includes(tag));
  return toTagChange(next, [...warnings, ...absent.map((tag) => `The memory does not have the tag ${tag}.`)]);
}

const toTagChange = ({ id, tags }: StoredMemory, warnings: string[]): Result => ({
  data: { memory_id: id, tags: [...tags], warnings: warnings.length > 0 ? warnings : null },
  warnings,
});

/** Changes the memory of a call, and returns its states before and after. A change of no value stores nothing. */
function change(
  { tenant, clock, user, path, ifMatch }: Call,
  compute: (memory: StoredMemory) => Partial<StoredMemory>,
): { memory: StoredMemory; next: StoredMemory } {
  const now = clock.now();
  const memory = findMemory(tenant, path['memory_id']!, now);
  requireUnprotectedType(memory.memoryType);
  requireEtag(ifMatch, { type: 'memory', id: memory.id, etag: memoryEtag(memory) });
  requireActiveVersion(tenant, memory);
  const values = compute(memory);
  const differs = Object.entries(values).some(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(memory[field as keyof StoredMemory]),
  );
  if (!differs) return { memory, next: memory };
  const changed = { ...memory, ...values };
  const next: StoredMemory = {
    ...changed,
    revision: memory.revision + 1,
    contentRevision: memory.contentRevision + (changed.content === memory.content ? 0 : 1),
    conversationId: toConversation(memory, changed),
    updatedAt: Math.max(memory.updatedAt, now),
    recordedBy: user.id,
  };
  requireUnprotectedType(next.memoryType);
  requireCheckpointName(tenant.memories.values(), next);
  requireValidPeriod(next);
  tenant.requireMemoryCapacity(1);
  replaceMemory(tenant, clock, next);
  return { memory, next };
}

/** A conversation that is not in the metadata stays until the metadata names another one. */
function toConversation(memory: StoredMemory, changed: StoredMemory): string | null {
  if (changed.metadata === memory.metadata) return memory.conversationId;
  const conversationId = readConversationId(changed.metadata);
  const wasAssigned = readConversationId(memory.metadata) === null;
  return conversationId === null && wasAssigned ? memory.conversationId : conversationId;
}

const definedOf = (values: { [Field in keyof StoredMemory]?: StoredMemory[Field] | undefined }) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<StoredMemory>;

/** @see docs/reference/memories.md#delete-a-memory */
export function deleteMemory({ tenant, clock, path, query, ifMatch }: Call): Result {
  const id = path['memory_id']!;
  const memory = tenant.memories.get(id);
  const erase = query['erase'] as boolean;
  if (memory === undefined) {
    if (!erase || ifMatch !== null || !tenant.replaced.has(id)) throw notFound('memory', id);
    eraseRevisions(tenant, id);
  } else {
    findMemory(tenant, id, clock.now());
    requireUnprotectedType(memory.memoryType);
    requireEtag(ifMatch, { type: 'memory', id, etag: memoryEtag(memory) });
    removeMemory(tenant, clock, id, erase);
  }
  return { data: { id, deleted: true } };
}
