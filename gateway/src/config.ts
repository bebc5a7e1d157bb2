import { httpUrl, publicUrl } from '@loci/runtime';
import { trustedProxies } from '@loci/service-hosting/variables';
import {
  databaseVariables,
  internalVariables,
  peerUrl,
  processVariables,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the gateway in standalone and distributed mode. */
export const gatewayVariables = {
  CORS_ORIGINS: z
    .string()
    .optional()
    .transform((text) => text?.split(',').map((origin) => origin.trim()) ?? null)
    .describe(
      'Comma-separated origins that may call the API from a browser. If unset, all origins may call it.',
    ),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_200)
    .describe('Maximum number of requests of a tenant per minute. `0` disables the limit.'),
  TRUSTED_PROXIES: trustedProxies,
};

/** Environment of the gateway in distributed mode. */
export const environmentSchema = z.object({
  ...processVariables,
  ...internalVariables,
  ...databaseVariables,
  ...gatewayVariables,
  PUBLIC_URL: publicUrl.describe('Public URL of the gateway, which is the audience of access tokens.'),
  AUTH_URL: publicUrl.describe(
    'Public URL of the authorization server, which is the issuer of access tokens.',
  ),
  PORTAL_URL: publicUrl.describe('Public URL of the portal.'),
  GATEWAY_INTERNAL_URL: httpUrl
    .optional()
    .describe(
      'URL at which the portal sends requests to the gateway. Must have the same value in the gateway and the ' +
        'portal. Defaults to PUBLIC_URL.',
    ),
  AUTH_INTERNAL_URL: httpUrl.describe('URL at which the gateway sends requests to the authorization server.'),
  MEMORY_URL: peerUrl('memory'),
  GRAPH_URL: peerUrl('graph'),
  SEARCH_URL: peerUrl('search'),
  DOCUMENT_URL: peerUrl('document'),
  ARTIFACT_URL: peerUrl('artifact'),
  ANALYSIS_URL: peerUrl('analysis'),
  PERSONALITY_URL: peerUrl('personality'),
  WEBHOOK_URL: peerUrl('webhook'),
});

export type GatewayConfig = z.output<typeof environmentSchema>;
