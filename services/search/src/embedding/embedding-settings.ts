import { httpUrl, secret } from '@loci/runtime';
import type { Secret } from '@loci/runtime';
import { z } from 'zod';

/** What texts are embedded with. */
export type EmbeddingSettings =
  | { kind: 'builtin' }
  | { kind: 'openai'; url: string; model: string; dimension: number; apiKey: Secret | undefined };

/** The variables that choose the embedder. */
export const embeddingVariables = {
  EMBEDDING_BASE_URL: httpUrl
    .optional()
    .describe(
      'An OpenAI-compatible endpoint up to its version, e.g. https://api.openai.com/v1; unset: the built-in model.',
    ),
  EMBEDDING_MODEL: z
    .string()
    .optional()
    .describe('The model to ask there. Another one embeds everything anew.'),
  EMBEDDING_DIMENSIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(8_192)
    .optional()
    .describe('The dimension of its vectors.'),
  EMBEDDING_API_KEY: secret(1).optional().describe('Its key, where it wants one.'),
};

interface EmbedderEnvironment {
  EMBEDDING_BASE_URL?: string | undefined;
  EMBEDDING_MODEL?: string | undefined;
  EMBEDDING_DIMENSIONS?: number | undefined;
  EMBEDDING_API_KEY?: Secret | undefined;
}

/** Half a set of them is a mistake, not the built-in model. */
export function requireEmbeddingSettings(environment: EmbedderEnvironment, context: z.RefinementCtx): void {
  const all = ['EMBEDDING_BASE_URL', 'EMBEDDING_MODEL', 'EMBEDDING_DIMENSIONS'] as const;
  if ([...all, 'EMBEDDING_API_KEY' as const].every((name) => environment[name] === undefined)) return;
  for (const name of all) {
    if (environment[name] !== undefined) continue;
    const message = 'is required for another embedder than the built-in one';
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

export function toEmbeddingSettings({
  EMBEDDING_BASE_URL: url,
  EMBEDDING_MODEL: model,
  EMBEDDING_DIMENSIONS: dimension,
  EMBEDDING_API_KEY: apiKey,
}: EmbedderEnvironment): EmbeddingSettings {
  if (url === undefined || model === undefined || dimension === undefined) return { kind: 'builtin' };
  return { kind: 'openai', url, model, dimension, apiKey };
}
