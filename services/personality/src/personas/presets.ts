import type { Persona } from './persona.ts';
import { conspiracyTheorist } from './presets/conspiracy-theorist.ts';
import { devilsAdvocate } from './presets/devils-advocate.ts';
import { egirlUwu } from './presets/egirl-uwu.ts';
import { philosophicalGuide } from './presets/philosophical-guide.ts';
import { professional } from './presets/professional.ts';
import { researchAnalyst } from './presets/research-analyst.ts';
import { sassyPirate } from './presets/sassy-pirate.ts';
import { strategicPartner } from './presets/strategic-partner.ts';
import { teacher } from './presets/teacher.ts';
import { workshopBuddy } from './presets/workshop-buddy.ts';

/** Persona of users without a selection. */
export const DEFAULT_PERSONA: Persona = professional;

/** All presets in the order of the documentation. @see docs/reference/personality.md#personas */
export const PERSONAS: readonly Persona[] = [
  professional,
  teacher,
  researchAnalyst,
  strategicPartner,
  workshopBuddy,
  philosophicalGuide,
  devilsAdvocate,
  sassyPirate,
  conspiracyTheorist,
  egirlUwu,
];

/** Returns the preset with this id, or undefined if there is none. */
export function findPersona(personaId: string): Persona | undefined {
  return PERSONAS.find((persona) => persona.id === personaId);
}
