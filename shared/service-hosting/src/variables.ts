/** Variables of the processes, without drivers, so that generators of documentation and checks can load them. */
export {
  commandVariables,
  databaseVariables,
  internalVariables,
  peerUrl,
  processVariables,
  requireTogether,
  roleVariables,
} from './process-variables.ts';
export type { Role } from './process-variables.ts';
export { kafkaVariables, requireKafkaCredentialsTogether } from './kafka-variables.ts';
export { requireS3CredentialsTogether, s3Variables } from './s3-variables.ts';
export { eventServiceVariables } from './event-service-variables.ts';
export { trustedProxies } from './trusted-proxies.ts';
