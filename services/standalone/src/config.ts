import { adminApiVariables, tokenVariables } from '@loci/auth-server';
import { gatewayVariables } from '@loci/gateway';
import { port, publicUrl, secondarySecret, secret } from '@loci/runtime';
import { toEmbeddingSettings, embeddingVariables, requireEmbeddingSettings } from '@loci/search-service';
import {
  artifactQuotaVariables,
  auditVariables,
  documentQuotaVariables,
  memoryQuotaVariables,
  telemetryVariables,
} from '@loci/service-hosting/variables';
import { deliveryVariables, webhookEncryptionKey } from '@loci/webhook-service/config';
import { z } from 'zod';

/** Environment variables of the standalone platform. @see docs/configuration.md */
export const environmentSchema = z
  .object({
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address that PORT, AUTH_PORT and PORTAL_PORT listen on. `0.0.0.0` selects all interfaces.'),
    PORT: port.default(8080).describe('Port of the gateway.'),
    AUTH_PORT: port.default(8081).describe('Port of the authorization server.'),
    PORTAL_PORT: port.default(8082).describe('Port of the portal.'),
    ADMIN_PORT: port
      .default(0)
      .describe(
        'Port for health checks, metrics and operator commands, on 127.0.0.1. `0` selects a free port.',
      ),
    DATA_DIR: z.string().default('.data').describe('Folder for all data, including generated secrets.'),
    PUBLIC_URL: publicUrl
      .optional()
      .describe('Public URL of the gateway. Defaults to `http://localhost:<PORT>`.'),
    AUTH_URL: publicUrl
      .optional()
      .describe('Public URL of the authorization server. Defaults to `http://localhost:<AUTH_PORT>`.'),
    PORTAL_URL: publicUrl
      .optional()
      .describe('Public URL of the portal. Defaults to `http://localhost:<PORTAL_PORT>`.'),
    ...gatewayVariables,
    ...memoryQuotaVariables,
    ...documentQuotaVariables,
    ...artifactQuotaVariables,
    ...auditVariables,
    BOOTSTRAP_API_KEY: secret(1)
      .optional()
      .describe(
        'API key of the first tenant, in the format `loci_<prefix>_<secret>`. If unset, the first start ' +
          'generates and prints a key.',
      ),
    ADMIN_TOKEN: secret(16)
      .optional()
      .describe(
        'Bearer token of the admin API and of operator commands, at least 16 characters. If unset, the ' +
          'first start generates and prints a token.',
      ),
    ...adminApiVariables,
    INTERNAL_SECRET: secret(32)
      .optional()
      .describe(
        'Secret that signs the identity of callers in requests between services, at least 32 characters. ' +
          'If unset, the first start generates it.',
      ),
    API_KEY_PEPPER: secret(32)
      .optional()
      .describe(
        'HMAC key of the stored API key hashes, at least 32 characters. If unset, the first start ' +
          'generates it.',
      ),
    API_KEY_PEPPER_SECONDARY: secondarySecret('API_KEY_PEPPER', 32),
    SIGNING_KEY_SECRET: secret(32)
      .optional()
      .describe(
        'Secret that encrypts the stored token signing keys, at least 32 characters. If unset, the first ' +
          'start generates it.',
      ),
    SIGNING_KEY_SECRET_SECONDARY: secondarySecret('SIGNING_KEY_SECRET', 32),
    COOKIE_KEYS: secret(32)
      .optional()
      .describe(
        'Secret that signs cookies and forms and encrypts portal sessions, at least 32 characters. ' +
          'If unset, the first start generates it.',
      ),
    COOKIE_KEYS_SECONDARY: secondarySecret('COOKIE_KEYS', 32),
    WEBHOOK_ENCRYPTION_KEY: webhookEncryptionKey
      .optional()
      .describe(
        'Secret that encrypts the signing secrets of webhooks in the database, at least 32 characters. If unset, the ' +
          'first start generates it.',
      ),
    WEBHOOK_ENCRYPTION_KEY_SECONDARY: secondarySecret('WEBHOOK_ENCRYPTION_KEY', 32),
    ...deliveryVariables,
    ...tokenVariables,
    ...embeddingVariables,
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('warn')
      .describe('Minimum level of log messages: `debug`, `info`, `warn`, `error` or `silent`.'),
    ...telemetryVariables,
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
