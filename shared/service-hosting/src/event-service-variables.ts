import {
  commandVariables,
  databaseVariables,
  internalVariables,
  processVariables,
  roleVariables,
} from './environment.ts';
import type { Role } from './environment.ts';
import { kafkaVariables } from './kafka-variables.ts';

/** What every service with a database and events is told; `startService` runs on these. */
export const eventServiceVariables = (...roles: readonly [Role, ...Role[]]) => ({
  ...processVariables,
  ...commandVariables,
  ...internalVariables,
  ...roleVariables(...roles),
  ...databaseVariables,
  ...kafkaVariables,
});
