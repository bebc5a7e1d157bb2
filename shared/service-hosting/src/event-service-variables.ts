import { kafkaVariables } from './kafka-variables.ts';
import {
  commandVariables,
  databaseVariables,
  internalVariables,
  processVariables,
  roleVariables,
} from './process-variables.ts';
import type { Role } from './process-variables.ts';

/** Variables that `startService` requires of every service with a database and events. */
export const eventServiceVariables = (...roles: readonly [Role, ...Role[]]) => ({
  ...processVariables,
  ...commandVariables,
  ...internalVariables,
  ...roleVariables(...roles),
  ...databaseVariables,
  ...kafkaVariables,
});
