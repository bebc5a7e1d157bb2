import { z } from 'zod';

export const signingKeyParams = z.object({ key_id: z.string().min(1).max(100) });

export const promoteSigningKeyBody = z.object({ immediately: z.boolean().default(false) });

export const signingKeyResource = z.object({
  key_id: z.string(),
  published_at: z.string(),
  promoted_at: z.string().nullable(),
  retires_at: z.string().nullable(),
  signs: z.boolean(),
});

export const signingKeyList = z.object({ items: z.array(signingKeyResource) });
