export { helpOrNull } from './command-line.ts';
export {
  ConfigError,
  Secret,
  httpUrl,
  httpUrlList,
  loadConfig,
  port,
  publicUrl,
  revealAll,
  secondarySecret,
  secret,
  secretsOf,
} from './config.ts';
export type { Secrets } from './config.ts';
export { decryptAtRest, deriveEncryptionKey, encryptAtRest } from './encryption-at-rest.ts';
export { createLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export { createMetrics, exemplarOf } from './metrics.ts';
export { OPEN_METRICS_CONTENT_TYPE } from './open-metrics.ts';
export type { Metrics } from './metrics.ts';
export { loadOrCreateSecret } from './generated-secrets.ts';
export type { StoredSecret } from './generated-secrets.ts';
