import { httpUrl, httpUrlList, publicUrl, secondarySecret, secret } from '@loci/runtime';
import {
  databaseVariables,
  networkRateLimit,
  processVariables,
  trustedProxies,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the portal process. @see docs/configuration.md */
export const environmentSchema = z.object({
  ...processVariables,
  ...databaseVariables,
  PUBLIC_URL: publicUrl.describe('Public URL of the gateway, which is the audience of access tokens.'),
  AUTH_URL: publicUrl.describe(
    'Public URL of the authorization server, which is the issuer of access tokens.',
  ),
  PORTAL_URL: publicUrl.describe('Public URL of the portal.'),
  TRUSTED_PROXIES: trustedProxies,
  RATE_LIMIT_PER_MINUTE: networkRateLimit,
  GATEWAY_INTERNAL_URL: httpUrl
    .optional()
    .describe(
      'URL at which the portal sends requests to the gateway. Must have the same value in the gateway and the ' +
        'portal. Defaults to PUBLIC_URL.',
    ),
  AUTH_INTERNAL_URL: httpUrl
    .optional()
    .describe(
      'URL at which the portal sends requests to the authorization server. Must have the same value in the ' +
        'authorization server and the portal. Defaults to AUTH_URL.',
    ),
  ADMIN_URLS: httpUrlList
    .optional()
    .describe(
      'URLs of admin ports, separated by commas, for example `http://auth-server:9090,http://search:9090`. The operator ' +
        'view of the portal shows these processes and sends commands to them. Must contain the admin port of the ' +
        'authorization server. If unset, the operator view is off.',
    ),
  COOKIE_KEYS: secret(32).describe(
    'Secret that encrypts sessions and signs forms, at least 32 characters. Must be the same for all ' +
      'replicas.',
  ),
  COOKIE_KEYS_SECONDARY: secondarySecret('COOKIE_KEYS', 32),
});
