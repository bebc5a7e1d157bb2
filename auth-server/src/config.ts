import { httpUrl, publicUrl, secret } from '@loci/runtime';
import { trustedProxies } from '@loci/service-hosting/variables';
import { databaseVariables, internalVariables, processVariables } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Lifetimes of access tokens. The standalone platform has the same variables. */
export const tokenVariables = {
  ACCESS_TOKEN_TTL_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .default(86_400)
    .describe('Lifetime of OAuth access tokens in seconds.'),
  API_KEY_TOKEN_TTL_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .default(259_200)
    .describe('Lifetime of access tokens of API keys in seconds.'),
};

/** Environment variables of the authorization server process. @see docs/configuration.md */
export const environmentSchema = z.object({
  ...processVariables,
  ...internalVariables,
  ...databaseVariables,
  ...tokenVariables,
  ADMIN_TOKEN: secret(16).describe('Authorizes the admin API and operator commands.'),
  PUBLIC_URL: publicUrl.describe('Public URL of the gateway.'),
  AUTH_URL: publicUrl.describe('Public URL of this server. It is the issuer of all tokens.'),
  PORTAL_URL: publicUrl.describe('Public URL of the portal.'),
  AUTH_INTERNAL_URL: httpUrl
    .optional()
    .describe('URL of this server for requests of the portal. Unset: AUTH_URL.'),
  TRUSTED_PROXIES: trustedProxies,
  API_KEY_PEPPER: secret(32).describe(
    'HMAC key of the stored API key hashes. After a change, no API key works.',
  ),
  SIGNING_KEY_SECRET: secret(32).describe('Encrypts the token signing keys at rest.'),
  COOKIE_KEYS: secret(32).describe('Signs cookies and forms. Must be the same for all replicas.'),
  BOOTSTRAP_API_KEY: secret(1)
    .optional()
    .describe(
      'API key of the first tenant, which is created if it does not exist. Unset: no tenant is created.',
    ),
});
