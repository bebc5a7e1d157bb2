import { toIso } from '../validation/timestamps.ts';
import { ACCESS_TOKEN_SECONDS } from './accounts.ts';
import type { Call, Result } from './operation.ts';

/** @see docs/reference/authentication.md */
export const verifyToken = ({ tenant, user, clock }: Call): Result => ({
  data: {
    valid: true,
    tenant_id: tenant.id,
    user_id: user.id,
    client_id: 'api-key',
    scopes: ['read', 'write'],
    permissions: user.permissions,
    role: user.role,
    tier: 'unlimited',
    expires_at: toIso(clock.now() + ACCESS_TOKEN_SECONDS * 1_000),
  },
});
