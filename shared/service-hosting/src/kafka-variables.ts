import { secret } from '@loci/runtime';
import { z } from 'zod';
import { requireTogether } from './process-variables.ts';

/** Variables of services that publish or handle events. */
export const kafkaVariables = {
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((text) => text.split(',').map((broker) => broker.trim()))
    .pipe(z.array(z.string().regex(/^[^\s/]+:\d+$/, 'must be a list of host:port')))
    .describe('Comma-separated bootstrap brokers, as `host:port`.'),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .default('loci.')
    .describe('Prefix of the names of all topics and consumer groups.'),
  KAFKA_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(12)
    .describe(
      'Number of partitions of each topic that this process creates. This number is also the maximum ' +
        'number of processes that can share the work of a consumer group.',
    ),
  KAFKA_REPLICATION_FACTOR: z.coerce
    .number()
    .int()
    .min(1)
    .max(15)
    .default(3)
    .describe('Replication factor of each topic that this process creates.'),
  KAFKA_SSL: z
    .stringbool()
    .default(false)
    .describe('`true` connects to the brokers with TLS. Defaults to `false`.'),
  KAFKA_USERNAME: z
    .string()
    .optional()
    .describe('User name for SASL (SCRAM-SHA-512). If unset, SASL is not used.'),
  KAFKA_PASSWORD: secret(1).optional().describe('Password of KAFKA_USERNAME.'),
};

/** Rejects a Kafka user without a password and a password without a user. */
export function requireKafkaCredentialsTogether(environment: object, context: z.RefinementCtx): void {
  const both = ['KAFKA_USERNAME', 'KAFKA_PASSWORD'];
  requireTogether({ ...environment }, context, {
    given: both,
    required: both,
    why: 'is required: KAFKA_USERNAME and KAFKA_PASSWORD must be set together',
  });
}
