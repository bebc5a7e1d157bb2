import type { ScenarioTenant } from './scenario-tenant.ts';

/** IDs of objects of the personality. */
export interface ScenarioPersonality {
  personaId: string;
  traitId: string;
}

const GARDENER = {
  name: 'Gardener',
  identity: 'You are a patient gardener who explains with plants.',
  voice: 'Calm and warm.',
};

export async function recordPersonality({ loci, record }: ScenarioTenant): Promise<ScenarioPersonality> {
  const persona = await record(() => loci.personality.createPersona(GARDENER));
  await record(() => loci.personality.updatePersona(persona.id, GARDENER));
  await record(() => loci.personality.personas());
  await record(() => loci.personality.configure({ persona_id: 'professional' }));
  const trait = await record(() => loci.personality.addTrait({ content: 'Answer in short paragraphs.' }));
  const content = 'Answer in one short paragraph.';
  await record(() => loci.personality.updateTrait(trait.id, { content }));
  await record(() => loci.personality.get());
  await record(() => loci.personality.awakening());
  return { personaId: persona.id, traitId: trait.id };
}

export async function recordPersonalityDeletion(
  { loci, record }: ScenarioTenant,
  { personaId, traitId }: ScenarioPersonality,
): Promise<void> {
  await record(() => loci.personality.deleteTrait(traitId));
  await record(() => loci.personality.reset());
  await record(() => loci.personality.deletePersona(personaId));
}
