export const TIERS = ['free', 'standard', 'premium', 'enterprise', 'unlimited'] as const;
export type Tier = (typeof TIERS)[number];

export const PERMISSIONS = ['read', 'write', 'delete'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const SCOPES = ['read', 'write', 'profile', 'offline_access'] as const;
export type Scope = (typeof SCOPES)[number];

export const ROLES = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** On whose behalf a request is carried out. Comes from the verified access token and from nowhere else. */
export interface Caller {
  tenantId: string;
  userId: string;
  clientId: string;
  /** `key`: the token came from an API key; `oauth`: from a person's grant. */
  via: 'key' | 'oauth';
  role: Role;
  tier: Tier;
  scopes: readonly Scope[];
  permissions: readonly Permission[];
  /** When the access token expires, in milliseconds since the epoch; absent where no token was involved. */
  tokenExpiresAtMs?: number;
  requestId: string;
}

/** True when `tier` is at or above `required`. */
export function tierAtLeast(tier: Tier, required: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required);
}
