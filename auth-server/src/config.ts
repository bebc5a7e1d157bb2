import { httpUrl, publicUrl, secondarySecret, secret } from '@loci/runtime';
import { auditVariables, networkRateLimit, trustedProxies } from '@loci/service-hosting/variables';
import { databaseVariables, internalVariables, processVariables } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables for the lifetimes of access tokens. The standalone platform also has them. */
export const tokenVariables = {
  ACCESS_TOKEN_TTL_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .default(86_400)
    .describe('Lifetime of OAuth access tokens in seconds, at least 60.'),
  API_KEY_TOKEN_TTL_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .default(259_200)
    .describe('Lifetime of access tokens of API keys in seconds, at least 60.'),
};

/** Environment variables for the admin API. The standalone platform also has them. */
export const adminApiVariables = {
  PUBLIC_ADMIN_API: z
    .stringbool()
    .optional()
    .describe(
      '`true` also serves the admin API at `<AUTH_URL>/admin`. `false` serves it only on ADMIN_PORT. Defaults to ' +
        '`true` if the host of AUTH_URL is localhost, otherwise to `false`. In the standalone platform, the portal has ' +
        'the operator view in the same cases.',
    ),
};

/** Environment variables of the authorization server process. @see docs/configuration.md */
export const environmentSchema = z.object({
  ...processVariables,
  ...internalVariables,
  ...databaseVariables,
  ...tokenVariables,
  ADMIN_TOKEN: secret(16).describe('Bearer token of the admin API, at least 16 characters.'),
  ...adminApiVariables,
  ...auditVariables,
  PUBLIC_URL: publicUrl.describe('Public URL of the gateway, which is the audience of access tokens.'),
  AUTH_URL: publicUrl.describe(
    'Public URL of the authorization server, which is the issuer of access tokens.',
  ),
  PORTAL_URL: publicUrl.describe('Public URL of the portal.'),
  AUTH_INTERNAL_URL: httpUrl
    .optional()
    .describe(
      'URL at which the portal sends requests to the authorization server. Must have the same value in the ' +
        'authorization server and the portal. Defaults to AUTH_URL.',
    ),
  TRUSTED_PROXIES: trustedProxies,
  RATE_LIMIT_PER_MINUTE: networkRateLimit,
  API_KEY_PEPPER: secret(32).describe(
    'HMAC key of the stored API key hashes, at least 32 characters. Must be the same for all replicas. ' +
      'If it is replaced without a [rotation](distributed.md#rotate-a-secret), all API keys become invalid.',
  ),
  API_KEY_PEPPER_SECONDARY: secondarySecret('API_KEY_PEPPER', 32),
  SIGNING_KEY_SECRET: secret(32).describe(
    'Secret that encrypts the stored token signing keys, at least 32 characters. Must be the same for ' +
      'all replicas. If it is replaced without a [rotation](distributed.md#rotate-a-secret), the server does not start.',
  ),
  SIGNING_KEY_SECRET_SECONDARY: secondarySecret('SIGNING_KEY_SECRET', 32),
  COOKIE_KEYS: secret(32).describe(
    'Secret that signs cookies and forms, at least 32 characters. Must be the same for all replicas.',
  ),
  COOKIE_KEYS_SECONDARY: secondarySecret('COOKIE_KEYS', 32),
  BOOTSTRAP_API_KEY: secret(1)
    .optional()
    .describe(
      'API key of the first tenant, in the format `loci_<prefix>_<secret>`. The tenant is created if it ' +
        'does not exist. If unset, no tenant is created.',
    ),
});
