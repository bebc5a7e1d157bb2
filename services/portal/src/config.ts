import { httpUrl, publicUrl, secret } from '@loci/runtime';
import { databaseVariables, processVariables } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** The environment of the portal as a process of its own. */
export const environmentSchema = z.object({
  ...processVariables,
  ...databaseVariables,
  PUBLIC_URL: publicUrl.describe('How clients reach the gateway.'),
  AUTH_URL: publicUrl.describe('How clients reach the authorization server.'),
  PORTAL_URL: publicUrl.describe('How people reach the portal.'),
  GATEWAY_INTERNAL_URL: httpUrl
    .optional()
    .describe('How this process reaches the gateway; unset: PUBLIC_URL.'),
  AUTH_INTERNAL_URL: httpUrl
    .optional()
    .describe('How this process reaches the authorization server; unset: AUTH_URL.'),
  COOKIE_KEYS: secret(32).describe('Seals sessions and signs forms; the same for all replicas.'),
});
