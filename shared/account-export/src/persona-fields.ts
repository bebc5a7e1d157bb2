import type { Loci } from '@loci/client';

type Persona = Awaited<ReturnType<Loci['personality']['personas']>>['personas'][number];
type PersonaFields = Required<Parameters<Loci['personality']['createPersona']>[0]>;

/** Returns the fields of a persona that a user can set. */
export const toPersonaFields = ({
  name,
  icon,
  identity,
  voice,
  quirks,
  boundaries,
  example_phrases,
}: Pick<Persona, keyof PersonaFields>): PersonaFields => ({
  name,
  icon,
  identity,
  voice,
  quirks,
  boundaries,
  example_phrases,
});
