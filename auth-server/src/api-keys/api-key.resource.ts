import type { z } from 'zod';
import type { apiKeyResource } from './api-key.schemas.ts';
import type { ApiKey } from './api-key.ts';

export const toApiKeyResource = (key: ApiKey): z.input<typeof apiKeyResource> => ({
  key_id: key.keyId,
  tenant_id: key.tenantId,
  user_id: key.userId,
  prefix: key.prefix,
  name: key.name,
  permissions: [...key.permissions],
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});
