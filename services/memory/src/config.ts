import {
  commandVariables,
  databaseVariables,
  kafkaVariables,
  internalVariables,
  processVariables,
  refuseHalfAKafkaUser,
  roleVariables,
} from '@loci/service-process/variables';
import { z } from 'zod';

/** The environment of the memory service as a process of its own. */
export const environmentSchema = z
  .object({
    ...processVariables,
    ...commandVariables,
    ...internalVariables,
    ...roleVariables('api', 'consumers', 'relay'),
    ...databaseVariables,
    ...kafkaVariables,
  })
  .superRefine(refuseHalfAKafkaUser);
