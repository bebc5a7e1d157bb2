/** The variables of the processes, which also the generators of documents and checks read: no driver is loaded here. */
export {
  commandVariables,
  databaseVariables,
  internalVariables,
  peerUrl,
  processVariables,
  requireTogether,
  roleVariables,
} from './environment.ts';
export type { Role } from './environment.ts';
export { kafkaVariables, requireKafkaCredentialsTogether } from './kafka-variables.ts';
export { requireS3CredentialsTogether, s3Variables } from './s3-variables.ts';
export { eventServiceVariables } from './event-service-variables.ts';
export { trustedProxies } from './trusted-proxies.ts';
