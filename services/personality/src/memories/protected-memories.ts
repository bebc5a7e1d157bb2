import type { KeyedRequest } from '@loci/http';

/** Owner of memories that apply to all users of the tenant. Every other owner is a user id. */
export const ORGANIZATION_OWNER = 'organization';

/** Owner of the definitions of personas that users of the tenant created. */
export const PERSONA_LIBRARY = 'personas';

export const PERSONA_MEMORY_TYPE = 'identity_core';
export const TRAIT_MEMORY_TYPE = 'personality_trait';

/** Active memory of a protected type. */
export interface ProtectedMemory {
  id: string;
  /** User id, {@link ORGANIZATION_OWNER} or {@link PERSONA_LIBRARY}. */
  owner: string;
  /** User who created the memory. */
  userId: string;
  memoryType: typeof PERSONA_MEMORY_TYPE | typeof TRAIT_MEMORY_TYPE;
  content: string;
  metadata: Record<string, unknown>;
  createdAt: Date;
}

export interface NewProtectedMemory {
  owner: string;
  memoryType: ProtectedMemory['memoryType'];
  content: string;
  metadata: Record<string, unknown>;
}

/** Response to an earlier change. `memory` is null for a deletion. */
export interface EarlierChange {
  memory: ProtectedMemory | null;
}

/**
 * Storage of personas and traits as protected memories, which users cannot change through the memory API. A change has the
 * idempotency key of the running request. Every method
 * throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable.
 *
 * @see docs/reference/memories.md#protected-memories
 */
export interface ProtectedMemories {
  /**
   * Returns the response to the change of an earlier request with the same idempotency key, or null if there is none.
   *
   * @throws VAL_IDEMPOTENCY_KEY_REUSED; BIZ_REQUEST_IN_PROGRESS; RES_NOT_FOUND if the response was deleted
   */
  findEarlierChange(request: KeyedRequest): Promise<EarlierChange | null>;
  /** Lists the active memories of these owners, oldest first. */
  list(tenantId: string, owners: readonly string[]): Promise<ProtectedMemory[]>;
  /**
   * Creates a memory and deactivates the active memories of the same type that belong to `replacedOwners`, in
   * one transaction. After concurrent calls with the same `replacedOwners`, exactly one of the memories is
   * active.
   *
   * @param userId user who creates the memory
   * @param replacedOwners owners whose memories of this type are deactivated. Empty for traits and definitions of personas.
   */
  create(
    tenantId: string,
    userId: string,
    memory: NewProtectedMemory,
    replacedOwners: readonly string[],
  ): Promise<ProtectedMemory>;
  /** Replaces the content and the metadata of an active memory. @throws RES_NOT_FOUND if no active memory has the id */
  update(
    tenantId: string,
    memory: Pick<ProtectedMemory, 'id' | 'owner' | 'content' | 'metadata'>,
  ): Promise<ProtectedMemory>;
  /** Deletes a memory permanently. @throws RES_NOT_FOUND if no memory has the id */
  delete(tenantId: string, id: string): Promise<void>;
}
