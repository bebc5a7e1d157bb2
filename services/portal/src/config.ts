import { httpUrl, publicUrl, secret } from '@loci/runtime';
import { databaseVariables, processVariables } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the portal process. @see docs/configuration.md */
export const environmentSchema = z.object({
  ...processVariables,
  ...databaseVariables,
  PUBLIC_URL: publicUrl.describe('Public URL of the gateway.'),
  AUTH_URL: publicUrl.describe('Public URL of the authorization server.'),
  PORTAL_URL: publicUrl.describe('Public URL of the portal.'),
  GATEWAY_INTERNAL_URL: httpUrl
    .optional()
    .describe('URL of the gateway for requests of this process. Unset: PUBLIC_URL.'),
  AUTH_INTERNAL_URL: httpUrl
    .optional()
    .describe('URL of the authorization server for requests of this process. Unset: AUTH_URL.'),
  COOKIE_KEYS: secret(32).describe('Encrypts sessions and signs forms. Must be the same for all replicas.'),
});
