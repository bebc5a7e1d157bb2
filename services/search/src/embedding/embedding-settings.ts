import { httpUrl, secret } from '@loci/runtime';
import type { Secret } from '@loci/runtime';
import { requireTogether } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** The configured embedding model: the built-in one, or a model of an OpenAI-compatible endpoint. */
export type EmbeddingSettings =
  | { kind: 'builtin' }
  | { kind: 'openai'; url: string; model: string; dimension: number; apiKey: Secret | undefined };

/** Environment variables of the embedding model. */
export const embeddingVariables = {
  EMBEDDING_BASE_URL: httpUrl
    .optional()
    .describe(
      'URL of an OpenAI-compatible API up to its version, such as `https://api.openai.com/v1`. If unset, ' +
        'the built-in model is used.',
    ),
  EMBEDDING_MODEL: z
    .string()
    .optional()
    .describe(
      'Name of the embedding model at EMBEDDING_BASE_URL. Required if EMBEDDING_BASE_URL is set. After a ' +
        'change, all items are embedded again.',
    ),
  EMBEDDING_DIMENSIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(8_192)
    .optional()
    .describe(
      'Number of dimensions of the vectors of EMBEDDING_MODEL, 1 to 8192. Required if ' +
        'EMBEDDING_BASE_URL is set.',
    ),
  EMBEDDING_API_KEY: secret(1).optional().describe('API key for EMBEDDING_BASE_URL, if it requires one.'),
};

interface EmbeddingEnvironment {
  EMBEDDING_BASE_URL?: string | undefined;
  EMBEDDING_MODEL?: string | undefined;
  EMBEDDING_DIMENSIONS?: number | undefined;
  EMBEDDING_API_KEY?: Secret | undefined;
}

/** Adds an issue for each required variable that is unset although another variable of the endpoint is set. */
export function requireEmbeddingSettings(environment: EmbeddingEnvironment, context: z.RefinementCtx): void {
  const required = ['EMBEDDING_BASE_URL', 'EMBEDDING_MODEL', 'EMBEDDING_DIMENSIONS'];
  requireTogether({ ...environment }, context, {
    given: [...required, 'EMBEDDING_API_KEY'],
    required,
    why: 'is required for a model other than the built-in one',
  });
}

/** Converts environment variables that have passed `requireEmbeddingSettings`. */
export function toEmbeddingSettings({
  EMBEDDING_BASE_URL: url,
  EMBEDDING_MODEL: model,
  EMBEDDING_DIMENSIONS: dimension,
  EMBEDDING_API_KEY: apiKey,
}: EmbeddingEnvironment): EmbeddingSettings {
  if (url === undefined || model === undefined || dimension === undefined) return { kind: 'builtin' };
  return { kind: 'openai', url, model, dimension, apiKey };
}
