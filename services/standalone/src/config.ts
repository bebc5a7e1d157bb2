import { tokenVariables } from '@loci/auth-server';
import { gatewayVariables } from '@loci/gateway';
import { port, publicUrl, secret } from '@loci/runtime';
import { toEmbeddingSettings, embeddingVariables, requireEmbeddingSettings } from '@loci/search-service';
import { z } from 'zod';

/** Environment variables of the standalone platform. @see docs/configuration.md */
export const environmentSchema = z
  .object({
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address that the public ports listen on. Use 0.0.0.0 for all interfaces.'),
    PORT: port.default(8080).describe('Port of the API gateway.'),
    AUTH_PORT: port.default(8081).describe('Port of the authorization server.'),
    PORTAL_PORT: port.default(8082).describe('Port of the web portal.'),
    ADMIN_PORT: port
      .default(0)
      .describe('Port of metrics, health and operator commands, on 127.0.0.1. 0 chooses a free port.'),
    DATA_DIR: z.string().default('.data').describe('Folder for all data, including generated secrets.'),
    PUBLIC_URL: publicUrl.optional().describe('Public URL of the gateway. Unset: http://localhost:PORT.'),
    AUTH_URL: publicUrl
      .optional()
      .describe('Public URL of the authorization server. Unset: http://localhost:AUTH_PORT.'),
    PORTAL_URL: publicUrl
      .optional()
      .describe('Public URL of the portal. Unset: http://localhost:PORTAL_PORT.'),
    ...gatewayVariables,
    BOOTSTRAP_API_KEY: secret(1)
      .optional()
      .describe('API key of the first tenant. Unset: generated and printed at the first start.'),
    ADMIN_TOKEN: secret(16)
      .optional()
      .describe(
        'Authorizes the admin API and operator commands. Unset: generated and printed at the first start.',
      ),
    INTERNAL_SECRET: secret(32)
      .optional()
      .describe('Signs the identity that services send to each other. Unset: generated once.'),
    API_KEY_PEPPER: secret(32)
      .optional()
      .describe('HMAC key of the stored API key hashes. Unset: generated once.'),
    SIGNING_KEY_SECRET: secret(32)
      .optional()
      .describe('Encrypts the token signing keys at rest. Unset: generated once.'),
    COOKIE_KEYS: secret(32)
      .optional()
      .describe('Signs cookies and forms, and encrypts portal sessions. Unset: generated once.'),
    ...tokenVariables,
    ...embeddingVariables,
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('warn')
      .describe('Minimum level of log messages.'),
  })
  .superRefine(requireEmbeddingSettings)
  .transform((environment) => ({
    ...environment,
    embedding: toEmbeddingSettings(environment),
    PUBLIC_URL: environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`,
    AUTH_URL: environment.AUTH_URL ?? `http://localhost:${environment.AUTH_PORT}`,
    PORTAL_URL: environment.PORTAL_URL ?? `http://localhost:${environment.PORTAL_PORT}`,
  }));

export type StandaloneConfig = z.output<typeof environmentSchema>;
