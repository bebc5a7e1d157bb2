import { AppError, tierAtLeast } from '@loci/core';
import type { Caller, Tier } from '@loci/core';

/** From which tier on a tenant may have traits of its own, and defaults for everyone. */
export const CUSTOMIZING_TIER: Tier = 'premium';

/**
 * @param what what needs the tier, as the subject of a sentence
 * @throws AUTH_FORBIDDEN with both tiers in the details when the tenant's is below
 * @see DECISIONS.md "Personality and tiers"
 */
export function requireTier(caller: Pick<Caller, 'tier'>, required: Tier, what: string): void {
  if (tierAtLeast(caller.tier, required)) return;
  throw new AppError('AUTH_FORBIDDEN', `${what} needs the ${required} tier or higher.`, {
    details: { required_tier: required, current_tier: caller.tier },
  });
}

export const canAddTraits = (caller: Pick<Caller, 'tier' | 'permissions'>): boolean =>
  tierAtLeast(caller.tier, CUSTOMIZING_TIER) && caller.permissions.includes('write');

export const canSetOrgDefault = (caller: Pick<Caller, 'tier' | 'permissions' | 'role'>): boolean =>
  canAddTraits(caller) && caller.role === 'owner';

/** @throws AUTH_FORBIDDEN below the tier, or for another role than owner */
export function requireOrgDefault(caller: Pick<Caller, 'tier' | 'role'>): void {
  requireTier(caller, CUSTOMIZING_TIER, 'A default for the organization');
  if (caller.role === 'owner') return;
  throw new AppError('AUTH_FORBIDDEN', 'Only an owner sets the defaults of the organization.', {
    details: { required_role: 'owner', current_role: caller.role },
  });
}
