import { httpUrl, publicUrl, secret } from '@loci/runtime';
import { trustedProxies } from '@loci/service-hosting/variables';
import { databaseVariables, internalVariables, processVariables } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** How long tokens live; shared with the standalone platform. */
export const tokenVariables = {
  ACCESS_TOKEN_TTL_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .default(86_400)
    .describe('Lifetime of OAuth access tokens.'),
  API_KEY_TOKEN_TTL_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .default(259_200)
    .describe('Lifetime of access tokens from an API key.'),
};

/** The environment of the authorization server as a process of its own. */
export const environmentSchema = z.object({
  ...processVariables,
  ...internalVariables,
  ...databaseVariables,
  ...tokenVariables,
  ADMIN_TOKEN: secret(16).describe('Opens the admin API.'),
  PUBLIC_URL: publicUrl.describe('How clients reach the gateway.'),
  AUTH_URL: publicUrl.describe('How clients reach this server: the issuer of its tokens.'),
  PORTAL_URL: publicUrl.describe('How people reach the portal.'),
  AUTH_INTERNAL_URL: httpUrl.optional().describe('How the portal reaches this server; unset: AUTH_URL.'),
  TRUSTED_PROXIES: trustedProxies,
  API_KEY_PEPPER: secret(32).describe('Goes into the hash of every API key; with another one no key works.'),
  SIGNING_KEY_SECRET: secret(32).describe('Encrypts the token signing keys at rest.'),
  COOKIE_KEYS: secret(32).describe('Signs the cookies of the sign-in pages; the same for all replicas.'),
  BOOTSTRAP_API_KEY: secret(1)
    .optional()
    .describe('An API key of a first tenant, made when it is missing; unset: none.'),
});
