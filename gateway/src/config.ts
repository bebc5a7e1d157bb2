import { httpUrl, publicUrl } from '@loci/runtime';
import { trustedProxies } from '@loci/service-hosting/variables';
import {
  databaseVariables,
  internalVariables,
  peerUrl,
  processVariables,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** What the public face is told, in a process of its own or within the standalone platform. */
export const gatewayVariables = {
  CORS_ORIGINS: z
    .string()
    .optional()
    .transform((text) => text?.split(',').map((origin) => origin.trim()) ?? null)
    .describe('Comma-separated origins that may call the API from a browser; unset: any.'),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_200)
    .describe('Requests a tenant may make in a minute; 0 turns the limit off.'),
  TRUSTED_PROXIES: trustedProxies,
};

/** The environment of the gateway as a process of its own. */
export const environmentSchema = z.object({
  ...processVariables,
  ...internalVariables,
  ...databaseVariables,
  ...gatewayVariables,
  PUBLIC_URL: publicUrl.describe('How clients reach this gateway.'),
  AUTH_URL: publicUrl.describe('How clients reach the authorization server: the issuer of tokens.'),
  PORTAL_URL: publicUrl.describe('How people reach the portal.'),
  GATEWAY_INTERNAL_URL: httpUrl
    .optional()
    .describe('How the portal reaches this gateway; unset: PUBLIC_URL.'),
  AUTH_INTERNAL_URL: peerUrl('auth'),
  MEMORY_URL: peerUrl('memory'),
  GRAPH_URL: peerUrl('graph'),
  SEARCH_URL: peerUrl('search'),
  DOCUMENT_URL: peerUrl('document'),
  ARTIFACT_URL: peerUrl('artifact'),
  ANALYSIS_URL: peerUrl('analysis'),
  PERSONALITY_URL: peerUrl('personality'),
});

export type GatewayConfig = z.output<typeof environmentSchema>;
