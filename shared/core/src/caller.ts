export const TIERS = ['free', 'standard', 'premium', 'enterprise', 'unlimited'] as const;
export type Tier = (typeof TIERS)[number];

export const PERMISSIONS = ['read', 'write', 'delete'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const SCOPES = ['read', 'write', 'profile', 'offline_access'] as const;
export type Scope = (typeof SCOPES)[number];

export const ROLES = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What happens to a write with a secret: the secret is replaced, or the write is rejected. */
export const SECRET_FILTER_ACTIONS = ['redact', 'reject'] as const;
export type SecretFilterAction = (typeof SECRET_FILTER_ACTIONS)[number];

/**
 * The identity behind a request. It comes only from a verified access token.
 * @see docs/security-model.md#identity-flow
 */
export interface Caller {
  tenantId: string;
  userId: string;
  clientId: string;
  /** `key` for a token that was obtained with an API key, `oauth` for a token of an OAuth grant. */
  via: 'key' | 'oauth';
  /** ID of the API key that the token was obtained with. Undefined for a token of an OAuth grant. */
  keyId?: string;
  role: Role;
  tier: Tier;
  scopes: readonly Scope[];
  permissions: readonly Permission[];
  /** Expiry of the access token, as Unix time in milliseconds. */
  tokenExpiresAtMs?: number;
  /** Grant of the access token. Only the gateway knows it. */
  grantId?: string;
  requestId: string;
  /**
   * Secret filter of the tenant. The gateway sets it for requests that write, if the tenant has turned the filter on.
   * @see docs/reference/secret-filter.md
   */
  secretFilter?: SecretFilterAction;
}

/** True if `tier` is `required` or higher. */
export function tierAtLeast(tier: Tier, required: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required);
}
