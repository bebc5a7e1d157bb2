import { PERSONAS } from '../../generated/personas.ts';
import type { Tenant } from '../data/tenant.ts';
import { FakeError, invalidField, notFound } from '../fake-error.ts';
import type { Call, FakeUser, Result } from '../server/operation.ts';
import { toIso, toIsoOrNull } from '../validation/timestamps.ts';
import { NO_CONFIGURATION, ORGANIZATION } from './configuration.ts';
import type { Configuration, StoredTrait } from './configuration.ts';

const MAX_TRAITS = 50;

/** @see docs/reference/personality.md#list-personas */
export function listPersonas({ user }: Call): Result {
  const canAddTraits = user.permissions.includes('write');
  return {
    data: {
      // Tenants of the fake have the highest tier.
      current_tier: 'unlimited',
      can_add_traits: canAddTraits,
      can_set_org_default: canAddTraits && user.role === 'owner',
      personas: PERSONAS,
    },
  };
}

const configurationOf = ({ configurations }: Tenant, owner: string): Configuration =>
  configurations.get(owner) ?? NO_CONFIGURATION;

/** Returns the persona and the instructions that apply to a user. @see docs/reference/personality.md#get-the-configuration */
export function readConfiguration(tenant: Tenant, user: FakeUser) {
  const own = configurationOf(tenant, user.id);
  const organization = configurationOf(tenant, ORGANIZATION);
  const selected = own.persona ?? organization.persona;
  return {
    persona_id: selected?.id ?? null,
    persona_name: PERSONAS.find(({ id }) => id === selected?.id)?.name ?? null,
    is_org_default: own.persona === null && organization.persona !== null,
    configured_at: toIsoOrNull(selected?.configuredAt ?? null),
    custom_traits: [
      ...own.traits.map((trait) => toTraitResource(trait, false)),
      ...organization.traits.map((trait) => toTraitResource(trait, true)),
    ],
  };
}

export const getPersonality = ({ tenant, user }: Call): Result => ({ data: readConfiguration(tenant, user) });

/** @see docs/reference/personality.md#select-a-persona */
export function selectPersona({ tenant, clock, user, body }: Call): Result {
  const { persona_id: id, set_as_org_default: isDefault } = body as {
    persona_id: string;
    set_as_org_default: boolean;
  };
  const persona = PERSONAS.find((each) => each.id === id);
  if (persona === undefined) throw notFound('persona', id);
  if (isDefault) requireOwner(user);
  const selected = { id, configuredAt: clock.now() };
  const own = configurationOf(tenant, user.id);
  tenant.configurations.set(user.id, { ...own, persona: isDefault ? null : selected });
  if (isDefault) {
    const organization = configurationOf(tenant, ORGANIZATION);
    tenant.configurations.set(ORGANIZATION, { ...organization, persona: selected });
  }
  return {
    status: 201,
    data: {
      persona_id: id,
      persona_name: persona.name,
      is_org_default: isDefault,
      configured_at: toIso(selected.configuredAt),
    },
  };
}

/** @see docs/reference/personality.md#add-a-trait */
export function addTrait({ tenant, clock, user, body }: Call): Result {
  const {
    content,
    category,
    set_as_org_default: isDefault,
  } = body as {
    content: string;
    category: string;
    set_as_org_default: boolean;
  };
  requireNotBlank('content', content);
  requireNotBlank('category', category);
  if (isDefault) requireOwner(user);
  const owner = isDefault ? ORGANIZATION : user.id;
  const configuration = configurationOf(tenant, owner);
  if (configuration.traits.length >= MAX_TRAITS) {
    const message = `The limit of ${MAX_TRAITS} traits is reached. Update or delete a trait first.`;
    throw new FakeError('VAL_VALIDATION_FAILED', message, { fieldErrors: { content: [message] } });
  }
  const trait = { id: clock.newId(), content, category };
  tenant.configurations.set(owner, { ...configuration, traits: [...configuration.traits, trait] });
  return { status: 201, data: toTraitResource(trait, isDefault) };
}

/** @see docs/reference/personality.md#update-a-trait */
export function updateTrait({ tenant, user, path, body }: Call): Result {
  const { content } = body as { content: string };
  requireNotBlank('content', content);
  const { owner, trait } = findTrait(tenant, user, path['trait_id']!);
  const next = { ...trait, content };
  replaceTraits(tenant, owner, (traits) => traits.map((each) => (each.id === trait.id ? next : each)));
  return { data: toTraitResource(next, owner === ORGANIZATION) };
}

/** @see docs/reference/personality.md#delete-a-trait */
export function deleteTrait({ tenant, user, path }: Call): Result {
  const { owner, trait } = findTrait(tenant, user, path['trait_id']!);
  replaceTraits(tenant, owner, (traits) => traits.filter(({ id }) => id !== trait.id));
  return { data: { deleted: true } };
}

/** Finds a trait that the user can change. Owners can also change those of the organization. */
function findTrait(tenant: Tenant, user: FakeUser, id: string): { owner: string; trait: StoredTrait } {
  for (const owner of user.role === 'owner' ? [user.id, ORGANIZATION] : [user.id]) {
    const trait = configurationOf(tenant, owner).traits.find((each) => each.id === id);
    if (trait !== undefined) return { owner, trait };
  }
  throw notFound('trait', id);
}

function replaceTraits(
  tenant: Tenant,
  owner: string,
  replace: (traits: readonly StoredTrait[]) => StoredTrait[],
): void {
  const configuration = configurationOf(tenant, owner);
  tenant.configurations.set(owner, { ...configuration, traits: replace(configuration.traits) });
}

const toTraitResource = ({ id, content, category }: StoredTrait, isDefault: boolean) => ({
  id,
  content,
  category,
  is_org_default: isDefault,
});

function requireOwner({ role }: FakeUser): void {
  if (role === 'owner') return;
  throw new FakeError('AUTH_FORBIDDEN', 'Only users with the role owner can set organization defaults.', {
    details: { required_role: 'owner', current_role: role },
  });
}

function requireNotBlank(field: string, text: string): void {
  if (text.trim() === '') throw invalidField(field, 'Must not be empty.');
}
