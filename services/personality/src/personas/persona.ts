import { tierAtLeast } from '@loci/core';
import type { Tier } from '@loci/core';

/** The groups in which the presets are shown. */
export type PersonaCategory = 'standard' | 'technical' | 'fun' | 'contemplative' | 'analytical';

/**
 * A character that an assistant can take on. Presets are part of the product: the briefing is always
 * made from the preset as it is now, never from the copy that was stored when it was chosen.
 *
 * @see SPEC.md "Persona and trait"
 */
export interface Persona {
  id: string;
  name: string;
  category: PersonaCategory;
  tierRequired: Tier;
  icon: string;
  /** Who the assistant is, addressed to it: "You are …". */
  identity: string;
  /** How it speaks. */
  voice: string;
  /** Habits that make it recognisable. */
  quirks: readonly string[];
  /** What it does not do, however deep in character. */
  boundaries: readonly string[];
  examplePhrases: readonly string[];
}

/** A persona as one tenant sees it. */
export interface OfferedPersona extends Persona {
  accessible: boolean;
  /** Says what would unlock the persona; null when it is accessible. */
  lockedMessage: string | null;
}

/** True when a tenant of `tier` may select the persona. */
export function isAccessible(persona: Persona, tier: Tier): boolean {
  return tierAtLeast(tier, persona.tierRequired);
}

/**
 * All personas with what the tier makes of them.
 *
 * @returns accessible ones first; within each half the order of `personas` is kept
 * @see SPEC.md "Personality" 1
 */
export function offerPersonas(personas: readonly Persona[], tier: Tier): OfferedPersona[] {
  const offered = personas.map((persona) => {
    const accessible = isAccessible(persona, tier);
    return { ...persona, accessible, lockedMessage: accessible ? null : lockedMessage(persona) };
  });
  return [...offered.filter((persona) => persona.accessible), ...offered.filter((p) => !p.accessible)];
}

function lockedMessage(persona: Persona): string {
  return `${persona.name} comes with the ${persona.tierRequired} tier. Upgrade to ${persona.tierRequired} or higher to select it.`;
}

/**
 * The text that an `identity_core` memory keeps of a selected persona.
 *
 * @see SPEC.md "Personality" 3: identity, voice, quirks and boundaries
 */
export function toMemoryContent(persona: Persona): string {
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
