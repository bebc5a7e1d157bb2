import type { z } from 'zod';
import type { signingKeyResource } from './signing-key.schemas.ts';
import type { SigningKey } from './signing-key.ts';

export const toSigningKeyResource = (
  key: SigningKey,
  signingKeyId: string,
): z.input<typeof signingKeyResource> => ({
  key_id: key.keyId,
  published_at: key.publishedAt.toISOString(),
  promoted_at: key.promotedAt?.toISOString() ?? null,
  retires_at: key.retiresAt?.toISOString() ?? null,
  signs: key.keyId === signingKeyId,
});
