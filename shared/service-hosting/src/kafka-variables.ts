import { secret } from '@loci/runtime';
import { z } from 'zod';
import { requireTogether } from './environment.ts';

/** For services that publish or handle events. */
export const kafkaVariables = {
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((text) => text.split(',').map((broker) => broker.trim()))
    .pipe(z.array(z.string().regex(/^[^\s/]+:\d+$/, 'must be a list of host:port')))
    .describe('Comma-separated `host:port`.'),
  KAFKA_TOPIC_PREFIX: z.string().default('loci.').describe('Before the name of every topic.'),
  KAFKA_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(12)
    .describe('Of a topic that this process creates; the most consumers that share a topic.'),
  KAFKA_REPLICATION_FACTOR: z.coerce
    .number()
    .int()
    .min(1)
    .max(15)
    .default(3)
    .describe('Of a topic that this process creates.'),
  KAFKA_SSL: z.stringbool().default(false).describe('TLS to the brokers.'),
  KAFKA_USERNAME: z.string().optional().describe('For SASL (SCRAM-SHA-512); unset: none.'),
  KAFKA_PASSWORD: secret(1).optional().describe('For SASL.'),
};

/** A user without a password, or the other way round, is a mistake. */
export function requireKafkaCredentialsTogether(environment: object, context: z.RefinementCtx): void {
  const both = ['KAFKA_USERNAME', 'KAFKA_PASSWORD'];
  requireTogether({ ...environment }, context, {
    given: both,
    required: both,
    why: 'is required: a user and a password belong together',
  });
}
