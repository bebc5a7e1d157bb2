import { invalidField } from '../fake-error.ts';
import { addVersionLink, carryOver } from '../relationships/carry-over.ts';
import { requireEtag } from '../server/etag.ts';
import type { Call, Result } from '../server/operation.ts';
import { toIso, toTime } from '../validation/timestamps.ts';
import { memoryEtag } from './memory-resource.ts';
import {
  deactivate,
  findMemory,
  nextVersion,
  requireActiveVersion,
  requireUnprotectedType,
} from './memory.ts';
import type { StoredMemory } from './memory.ts';
import { insertMemory, replaceMemory } from './store-memory.ts';
import { closeValidity, keepValidity, requireValidPeriod, validityPeriod } from './validity.ts';

/** Relationship from the new version to the original, by evolution type. */
const RELATIONSHIP_TYPES = {
  correction: 'supersedes',
  update: 'updates',
  expansion: 'evolution_of',
  contradiction: 'contradicts',
  deprecation: 'supersedes',
} as const;

interface EvolutionBody {
  new_content: string;
  evolution_type: keyof typeof RELATIONSHIP_TYPES;
  valid_from?: string | null;
  valid_until?: string | null;
  original_validity: 'close' | 'keep';
}

/** @see docs/reference/memories.md#evolve-a-memory */
export function evolveMemory({ tenant, clock, user, path, body: input, ifMatch }: Call): Result {
  const body = input as EvolutionBody;
  const now = clock.now();
  const original = findMemory(tenant, path['memory_id']!, now);
  requireUnprotectedType(original.memoryType);
  requireEtag(ifMatch, { type: 'memory', id: original.id, etag: memoryEtag(original) });
  requireActiveVersion(tenant, original);
  if (body.new_content === original.content)
    throw invalidField('new_content', 'The new content equals the content of the current version.');
  const evolutionId = clock.newId();
  const next = nextVersion(original, original, {
    content: body.new_content,
    userId: user.id,
    id: clock.newId(),
    now,
    ...toBounds(original, body, now),
  });
  requireValidPeriod(next);
  tenant.requireMemoryCapacity(2);
  const state = body.evolution_type === 'deprecation' ? 'deprecated' : 'evolved';
  const ended =
    body.original_validity === 'keep'
      ? keepValidity(original)
      : closeValidity(original, validityPeriod(next).from);
  replaceMemory(tenant, clock, deactivate(ended, state, next.id, user.id, now));
  insertMemory(tenant, clock, next);
  const type = RELATIONSHIP_TYPES[body.evolution_type];
  addVersionLink(tenant, { id: evolutionId, fromId: next.id, toId: original.id, type, now });
  carryOver(tenant, clock, [original.id]);
  return {
    status: 201,
    data: {
      original_memory_id: original.id,
      new_memory_id: next.id,
      evolution_id: evolutionId,
      evolution_type: body.evolution_type,
      version: next.version,
      created_at: toIso(next.createdAt),
    },
  };
}

/** Returns the bounds of the validity of a new version. */
function toBounds(original: StoredMemory, body: EvolutionBody, now: number) {
  const { from, until } = validityPeriod(original);
  const validFrom = toTime(body.valid_from);
  const validUntil = toTime(body.valid_until);
  const start = validFrom === undefined && from > now ? from : validFrom;
  const bounds = start === undefined ? {} : { validFrom: start };
  if (validUntil !== undefined) return { ...bounds, validUntil };
  const isAfterStart = start === null || until > (start ?? now);
  return { ...bounds, ...(isAfterStart && { validUntil: until }) };
}
