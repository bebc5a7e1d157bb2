import { AppError, tierAtLeast } from '@loci/core';
import type { Caller, Tier } from '@loci/core';

/** Lowest tier that can have custom traits and organization defaults. */
export const CUSTOMIZATION_TIER: Tier = 'premium';

/**
 * Rejects callers below a tier.
 *
 * @param feature subject of the error message, for example "A custom trait"
 * @throws AUTH_FORBIDDEN with both tiers in the details if the tier of the caller is too low
 * @see docs/reference/personality.md#tiers
 */
export function requireTier(caller: Pick<Caller, 'tier'>, required: Tier, feature: string): void {
  if (tierAtLeast(caller.tier, required)) return;
  throw new AppError('AUTH_FORBIDDEN', `${feature} requires the ${required} tier or higher.`, {
    details: { required_tier: required, current_tier: caller.tier },
  });
}

/** Returns true if the caller can add custom traits. */
export const canAddTraits = (caller: Pick<Caller, 'tier' | 'permissions'>): boolean =>
  tierAtLeast(caller.tier, CUSTOMIZATION_TIER) && caller.permissions.includes('write');

/** Returns true if the caller can set organization defaults. */
export const canSetOrgDefault = (caller: Pick<Caller, 'tier' | 'permissions' | 'role'>): boolean =>
  canAddTraits(caller) && caller.role === 'owner';

/**
 * Rejects callers who cannot set organization defaults.
 *
 * @throws AUTH_FORBIDDEN if the tier is below {@link CUSTOMIZATION_TIER} or the caller is not an owner
 * @see docs/reference/personality.md#organization-defaults
 */
export function requireOrgDefaultAccess(caller: Pick<Caller, 'tier' | 'role'>): void {
  requireTier(caller, CUSTOMIZATION_TIER, 'An organization default');
  if (caller.role === 'owner') return;
  throw new AppError('AUTH_FORBIDDEN', 'Only users with the role owner can set organization defaults.', {
    details: { required_role: 'owner', current_role: caller.role },
  });
}
