/**
 * Environment variables of the processes. This module imports no drivers, so that documentation generators
 * can load it.
 */
export {
  commandVariables,
  databaseVariables,
  internalVariables,
  networkRateLimit,
  peerUrl,
  processVariables,
  requireTogether,
  roleVariables,
} from './process-variables.ts';
export type { Role } from './process-variables.ts';
export { auditVariables } from './audit-variables.ts';
export { kafkaVariables, requireKafkaCredentialsTogether } from './kafka-variables.ts';
export { artifactQuotaVariables, documentQuotaVariables, memoryQuotaVariables } from './quota-variables.ts';
export { requireS3CredentialsTogether, s3Variables } from './s3-variables.ts';
export { telemetryVariables } from './telemetry-variables.ts';
export { eventServiceVariables } from './event-service-variables.ts';
export { trustedProxies } from './trusted-proxies.ts';
