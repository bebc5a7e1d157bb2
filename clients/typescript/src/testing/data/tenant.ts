import { FakeError } from '../fake-error.ts';
import type { StoredContradiction } from '../contradictions/contradiction.ts';
import type { StoredDocument } from '../documents/document.ts';
import type { ReplacedState, StoredMemory } from '../memories/memory.ts';
import type { Configuration } from '../personality/configuration.ts';
import type { StoredRelationship } from '../relationships/relationship.ts';
import type { StoredResponse } from '../server/idempotency.ts';

/** A tag of a tenant. */
export interface StoredTag {
  id: string;
  createdAt: number;
}

/** Maximum size of each kind of object of a tenant. */
export interface Limits {
  /** Memories and their replaced states. */
  memories: number;
  /** Relationships, including inactive ones. */
  relationships: number;
  contradictions: number;
  /** Bytes of all files. */
  documentBytes: number;
  /** Responses for idempotency keys. The oldest are dropped. */
  storedResponses: number;
}

/** Data of one tenant of the fake. */
export class Tenant {
  readonly id: string;
  readonly limits: Limits;
  readonly memories = new Map<string, StoredMemory>();
  /** Replaced states of each memory, oldest first. */
  readonly replaced = new Map<string, ReplacedState[]>();
  readonly deletedMemoryIds = new Set<string>();
  readonly tags = new Map<string, StoredTag>();
  readonly relationships = new Map<string, StoredRelationship>();
  readonly contradictions = new Map<string, StoredContradiction>();
  readonly documents = new Map<string, StoredDocument>();
  /** Persona and traits by user ID, or `organization`. */
  readonly configurations = new Map<string, Configuration>();
  /** Responses by user ID and idempotency key, oldest first. */
  readonly responses = new Map<string, StoredResponse>();
  /** Number of writes, which positions contain. */
  writes = 0;
  /** Time of the last change that searches can find, or null. */
  lastIndexed: number | null = null;
  replacedStates = 0;

  constructor(id: string, limits: Limits) {
    this.id = id;
    this.limits = limits;
  }

  /** @throws FakeError BIZ_QUOTA_EXCEEDED if the memories and their replaced states would exceed the limit */
  requireMemoryCapacity(added: number): void {
    const used = this.memories.size + this.replacedStates;
    if (used + added > this.limits.memories)
      throw limitReached('memory', this.limits.memories, 'memories and replaced states', 'maxMemories');
  }

  /** @throws FakeError BIZ_QUOTA_EXCEEDED */
  requireCapacity(kind: 'relationship' | 'contradiction', added: number): void {
    const [used, limit] =
      kind === 'relationship'
        ? [this.relationships.size, this.limits.relationships]
        : [this.contradictions.size, this.limits.contradictions];
    if (used + added > limit) throw limitReached(kind, limit, `${kind}s`, 'maxMemories');
  }
}

export const limitReached = (type: string, limit: number, what: string, option: string): FakeError =>
  new FakeError(
    'BIZ_QUOTA_EXCEEDED',
    `The fake stores at most ${limit} ${what} of a tenant. Delete some, or increase the option ${option} of createFakeLoci.`,
    { details: { resource_type: type, limit } },
  );
