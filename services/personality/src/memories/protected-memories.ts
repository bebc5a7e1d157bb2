/** The owner of what holds for everyone in the tenant; otherwise an owner is a user's id. */
export const ORGANIZATION = 'organization';

export const PERSONA_MEMORY = 'identity_core';
export const TRAIT_MEMORY = 'personality_trait';

/** An active memory of a protected type. */
export interface ProtectedMemory {
  id: string;
  /** Whom it concerns: a user's id, or {@link ORGANIZATION}. */
  owner: string;
  memoryType: typeof PERSONA_MEMORY | typeof TRAIT_MEMORY;
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

/**
 * Where the personality is kept: protected memories, which only the memory service's internal API writes.
 * Every method may throw SYS_SERVICE_UNAVAILABLE.
 *
 * @see SPEC.md "Personality"; ARCHITECTURE.md section 5
 */
export interface ProtectedMemories {
  /** All active ones of these owners in the tenant, oldest first; empty for unknown owners. */
  find(tenantId: string, owners: readonly string[]): Promise<ProtectedMemory[]>;
  /**
   * Stores one, and with it deactivates the active ones of the same type that belong to `replaces`: both or
   * neither, also when two are stored at the same moment.
   *
   * @param userId who stores it
   * @param replaces owners whose active memories of the type it takes the place of; none for a trait
   */
  store(
    tenantId: string,
    userId: string,
    memory: NewProtectedMemory,
    replaces: readonly string[],
  ): Promise<ProtectedMemory>;
  /** @throws RES_NOT_FOUND when no active one has the id */
  changeContent(tenantId: string, id: string, content: string): Promise<ProtectedMemory>;
  /** Deletes it for good. @throws RES_NOT_FOUND when none has the id */
  remove(tenantId: string, id: string): Promise<void>;
}
