import { tierAtLeast } from '@loci/core';
import type { Tier } from '@loci/core';

/** Group of personas in the user interface. Personas that users created are `custom`. */
export type PersonaCategory = 'standard' | 'technical' | 'fun' | 'contemplative' | 'analytical' | 'custom';

/**
 * Character that an assistant can adopt: a preset, or a persona that a user of the tenant created. The briefing always uses
 * the current definition, not the copy that was stored when the user selected the persona.
 *
 * @see docs/reference/personality.md#personas
 */
export interface Persona {
  id: string;
  name: string;
  category: PersonaCategory;
  tierRequired: Tier;
  icon: string | null;
  /** Description of the character, addressed to the assistant: "You are …". */
  identity: string;
  /** Tone and style of the assistant. */
  voice: string;
  /** Habits that make the persona recognizable. */
  quirks: readonly string[];
  /** Limits that apply to the assistant in this role. */
  boundaries: readonly string[];
  examplePhrases: readonly string[];
  /** User who created the persona. Undefined for a preset. */
  createdBy?: string;
}

/** Persona, and whether a tenant of a given tier can select it. */
export interface PersonaWithAccess extends Persona {
  accessible: boolean;
  /** Upgrade prompt, or null if the persona is accessible. */
  lockedMessage: string | null;
}

/** Returns true if a tenant of this tier can select the persona. */
export function isAccessible(persona: Persona, tier: Tier): boolean {
  return tierAtLeast(tier, persona.tierRequired);
}

/**
 * Marks each persona as accessible or inaccessible for a tier.
 *
 * @returns accessible personas and then inaccessible ones, each in the order of `personas`
 * @see docs/reference/personality.md#list-personas
 */
export function listPersonasForTier(personas: readonly Persona[], tier: Tier): PersonaWithAccess[] {
  const listed = personas.map((persona) => {
    const accessible = isAccessible(persona, tier);
    return { ...persona, accessible, lockedMessage: accessible ? null : lockedMessage(persona) };
  });
  return [
    ...listed.filter((persona) => persona.accessible),
    ...listed.filter((persona) => !persona.accessible),
  ];
}

function lockedMessage(persona: Persona): string {
  return `${persona.name} requires the ${persona.tierRequired} tier. Upgrade to ${persona.tierRequired} or higher to select it.`;
}

/**
 * Returns the content of the `identity_core` memory of a selected persona: name, identity, voice, quirks and boundaries.
 *
 * @see docs/reference/personality.md#select-a-persona
 */
export function toMemoryContent(
  persona: Pick<Persona, 'name' | 'identity' | 'voice' | 'quirks' | 'boundaries'>,
): string {
  return [
    `Persona: ${persona.name}`,
    `Identity: ${persona.identity}`,
    `Voice: ${persona.voice}`,
    'Quirks:',
    ...persona.quirks.map((quirk) => `- ${quirk}`),
    'Boundaries:',
    ...persona.boundaries.map((boundary) => `- ${boundary}`),
  ].join('\n');
}
