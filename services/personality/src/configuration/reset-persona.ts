import { isAppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { ORGANIZATION_OWNER, PERSONA_MEMORY_TYPE } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { requireOrgDefaultAccess } from '../tiers/require-tier.ts';

export interface ResetPersonaDeps {
  memories: Pick<ProtectedMemories, 'list' | 'delete'>;
}

/**
 * Removes the selection of the caller, or the default persona of the organization.
 *
 * @returns false if there was none
 * @throws AUTH_FORBIDDEN if the caller cannot set organization defaults and removes one
 * @see docs/reference/personality.md#reset-the-persona
 */
export async function resetPersona(
  { memories }: ResetPersonaDeps,
  caller: Caller,
  { orgDefault }: { orgDefault: boolean },
): Promise<boolean> {
  if (orgDefault) requireOrgDefaultAccess(caller);
  const owner = orgDefault ? ORGANIZATION_OWNER : caller.userId;
  const stored = await memories.list(caller.tenantId, [owner]);
  const selections = stored.filter(({ memoryType }) => memoryType === PERSONA_MEMORY_TYPE);
  let deleted = false;
  for (const { id } of selections) {
    try {
      await memories.delete(caller.tenantId, id);
      deleted = true;
    } catch (error) {
      // A concurrent request has removed or replaced the selection.
      if (!isAppError(error) || error.code !== 'RES_NOT_FOUND') throw error;
    }
  }
  return deleted;
}
