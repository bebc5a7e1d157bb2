import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { requireTier } from '../tiers/require-tier.ts';
import type { Persona } from './persona.ts';
import { findPersona } from './presets.ts';

/**
 * Returns the persona with this ID.
 *
 * @throws RES_NOT_FOUND if it does not exist; AUTH_FORBIDDEN if the tier of the caller is too low for it
 */
export function requirePersona(caller: Pick<Caller, 'tier'>, personaId: string): Persona {
  const persona = findPersona(personaId);
  if (persona === undefined) throw notFound('persona', personaId);
  requireTier(caller, persona.tierRequired, `The persona ${persona.name}`);
  return persona;
}
