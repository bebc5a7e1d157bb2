import { httpUrl, port, secret } from '@loci/runtime';
import type { Secret } from '@loci/runtime';
import { z } from 'zod';
import type { EmbedderSettings } from './choose-embedder.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Tokens travel in headers: outside of this machine only under TLS, which ends at the edge. */
const publicUrl = httpUrl.refine(
  (url) => url.startsWith('https:') || LOOPBACK.has(new URL(url).hostname),
  'must be https unless its host is localhost',
);

/** The environment of the standalone platform. @see ARCHITECTURE.md section 7 */
export const environmentSchema = z
  .object({
    HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all.'),
    PORT: port.default(8080).describe('The API gateway.'),
    AUTH_PORT: port.default(8081).describe('The authorization server.'),
    PORTAL_PORT: port.default(8082).describe('The portal for people.'),
    METRICS_PORT: port
      .default(0)
      .describe('Prometheus metrics and health, on 127.0.0.1; unset: a free port.'),
    DATA_DIR: z.string().default('.data').describe('Everything that is kept.'),
    PUBLIC_URL: publicUrl
      .optional()
      .describe('How clients reach the gateway; default http://localhost:PORT.'),
    AUTH_URL: publicUrl.optional().describe('How clients reach the authorization server.'),
    PORTAL_URL: publicUrl.optional().describe('How people reach the portal.'),
    CORS_ORIGINS: z
      .string()
      .optional()
      .describe('Comma-separated origins that may call the API from a browser; unset: any.'),
    RATE_LIMIT_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(0)
      .default(1_200)
      .describe('Requests a tenant may make in a minute; 0 turns the limit off.'),
    BOOTSTRAP_API_KEY: secret(1)
      .optional()
      .describe('The API key of the first tenant; unset: made and printed once.'),
    ADMIN_TOKEN: secret(16).optional().describe('Opens the admin API; unset: made and printed once.'),
    INTERNAL_SECRET: secret(32).optional().describe('Signs what services tell each other; unset: made once.'),
    API_KEY_PEPPER: secret(32).optional().describe('Goes into the hash of every API key; unset: made once.'),
    SIGNING_KEY_SECRET: secret(32)
      .optional()
      .describe('Encrypts the token signing keys at rest; unset: made once.'),
    COOKIE_KEYS: secret(32).optional().describe('Signs the cookies of the sign-in pages; unset: made once.'),
    ACCESS_TOKEN_SECONDS: z.coerce
      .number()
      .int()
      .min(60)
      .default(86_400)
      .describe('Lifetime of OAuth access tokens.'),
    API_KEY_TOKEN_SECONDS: z.coerce
      .number()
      .int()
      .min(60)
      .default(259_200)
      .describe('Lifetime of access tokens from an API key.'),
    EMBEDDER_URL: httpUrl
      .optional()
      .describe(
        'An OpenAI-compatible endpoint up to its version, e.g. https://api.openai.com/v1; unset: the built-in model.',
      ),
    EMBEDDER_MODEL: z
      .string()
      .optional()
      .describe('The model to ask there. Another one embeds everything anew.'),
    EMBEDDER_DIMENSION: z.coerce
      .number()
      .int()
      .min(1)
      .max(8_192)
      .optional()
      .describe('The dimension of its vectors.'),
    EMBEDDER_API_KEY: secret(1).optional().describe('Its key, where it wants one.'),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('warn')
      .describe('Least level that is logged.'),
  })
  .superRefine((environment, context) => {
    const all = ['EMBEDDER_URL', 'EMBEDDER_MODEL', 'EMBEDDER_DIMENSION'] as const;
    if ([...all, 'EMBEDDER_API_KEY' as const].every((name) => environment[name] === undefined)) return;
    for (const name of all) {
      if (environment[name] !== undefined) continue;
      const message = 'is required for another embedder than the built-in one';
      context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .transform((environment) => ({
    ...environment,
    embedder: embedderOf(environment),
    PUBLIC_URL: environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`,
    AUTH_URL: environment.AUTH_URL ?? `http://localhost:${environment.AUTH_PORT}`,
    PORTAL_URL: environment.PORTAL_URL ?? `http://localhost:${environment.PORTAL_PORT}`,
  }));

function embedderOf({
  EMBEDDER_URL: url,
  EMBEDDER_MODEL: model,
  EMBEDDER_DIMENSION: dimension,
  EMBEDDER_API_KEY: apiKey,
}: {
  EMBEDDER_URL?: string | undefined;
  EMBEDDER_MODEL?: string | undefined;
  EMBEDDER_DIMENSION?: number | undefined;
  EMBEDDER_API_KEY?: Secret | undefined;
}): EmbedderSettings {
  if (url === undefined || model === undefined || dimension === undefined) return { kind: 'builtin' };
  return { kind: 'openai', url, model, dimension, apiKey };
}

export type StandaloneConfig = z.output<typeof environmentSchema>;
