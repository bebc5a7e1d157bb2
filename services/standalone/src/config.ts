import { tokenVariables } from '@loci/auth-server';
import { gatewayVariables } from '@loci/gateway';
import { port, publicUrl, secret } from '@loci/runtime';
import { embedderSettings, embedderVariables, refuseHalfAnEmbedder } from '@loci/search-service';
import { z } from 'zod';

/** The environment of the standalone platform. @see ARCHITECTURE.md section 7 */
export const environmentSchema = z
  .object({
    HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all.'),
    PORT: port.default(8080).describe('The API gateway.'),
    AUTH_PORT: port.default(8081).describe('The authorization server.'),
    PORTAL_PORT: port.default(8082).describe('The portal for people.'),
    ADMIN_PORT: port.default(0).describe('Prometheus metrics and health, on 127.0.0.1; unset: a free port.'),
    DATA_DIR: z.string().default('.data').describe('Everything that is kept.'),
    PUBLIC_URL: publicUrl
      .optional()
      .describe('How clients reach the gateway; default http://localhost:PORT.'),
    AUTH_URL: publicUrl.optional().describe('How clients reach the authorization server.'),
    PORTAL_URL: publicUrl.optional().describe('How people reach the portal.'),
    ...gatewayVariables,
    BOOTSTRAP_API_KEY: secret(1)
      .optional()
      .describe('The API key of the first tenant; unset: made and printed once.'),
    ADMIN_TOKEN: secret(16).optional().describe('Opens the admin API; unset: made and printed once.'),
    INTERNAL_SECRET: secret(32).optional().describe('Signs what services tell each other; unset: made once.'),
    API_KEY_PEPPER: secret(32).optional().describe('Goes into the hash of every API key; unset: made once.'),
    SIGNING_KEY_SECRET: secret(32)
      .optional()
      .describe('Encrypts the token signing keys at rest; unset: made once.'),
    COOKIE_KEYS: secret(32).optional().describe('Signs the cookies of the sign-in pages; unset: made once.'),
    ...tokenVariables,
    ...embedderVariables,
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('warn')
      .describe('Least level that is logged.'),
  })
  .superRefine(refuseHalfAnEmbedder)
  .transform((environment) => ({
    ...environment,
    embedder: embedderSettings(environment),
    PUBLIC_URL: environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`,
    AUTH_URL: environment.AUTH_URL ?? `http://localhost:${environment.AUTH_PORT}`,
    PORTAL_URL: environment.PORTAL_URL ?? `http://localhost:${environment.PORTAL_PORT}`,
  }));

export type StandaloneConfig = z.output<typeof environmentSchema>;
