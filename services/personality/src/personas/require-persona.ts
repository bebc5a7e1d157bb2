import { isUuid, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { PERSONA_LIBRARY } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { requireTier } from '../tiers/require-tier.ts';
import { customPersonasOf } from './custom-persona.ts';
import type { Persona } from './persona.ts';
import { findPersona } from './presets.ts';

/**
 * Returns the preset, or the persona of a user of the tenant, with this ID.
 *
 * @throws RES_NOT_FOUND if it does not exist; AUTH_FORBIDDEN if the tier of the caller is too low for it
 */
export async function requirePersona(
  memories: Pick<ProtectedMemories, 'list'>,
  caller: Pick<Caller, 'tenantId' | 'tier'>,
  personaId: string,
): Promise<Persona> {
  const persona =
    findPersona(personaId) ??
    (isUuid(personaId)
      ? customPersonasOf(await memories.list(caller.tenantId, [PERSONA_LIBRARY])).find(
          ({ id }) => id === personaId.toLowerCase(),
        )
      : undefined);
  if (persona === undefined) throw notFound('persona', personaId);
  requireTier(caller, persona.tierRequired, `The persona ${persona.name}`);
  return persona;
}
