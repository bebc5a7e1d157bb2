import { POSITION_OWNERS } from '@loci/core';
import { z } from 'zod';
import type { CallOptions, ServiceClient } from './service-client.ts';

/** Path of the internal operation that finds what consumer groups must handle to reach a position. */
export const CHECKPOINT_ROUTE = '/internal/positions/checkpoint';

/** Path of the internal operation that waits until consumer groups reach checkpoints. */
export const AWAIT_ROUTE = '/internal/positions/await';

/** Maximum milliseconds that a request waits for the indexes. */
export const MAX_WAIT_MS = 5_000;

/** Maximum number of partitions of all topics that a service publishes. */
const MAX_PARTITIONS = 10_000;

/** Part of a position, which is an unsigned 64-bit number. */
const decimal = z.string().regex(/^\d{1,20}$/);

const outboxPosition = z.object({ txid: decimal, seq: decimal });

const timeoutMs = z.int().min(0).max(MAX_WAIT_MS);

/** The events that consumer groups must handle: up to an event of an outbox, or up to offsets of Kafka topics. */
export const checkpoint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('outbox'), owner: z.enum(POSITION_OWNERS), txid: decimal, seq: decimal }),
  z.object({
    kind: z.literal('kafka'),
    owner: z.enum(POSITION_OWNERS),
    offsets: z
      .array(z.object({ topic: z.string().max(100), partition: z.int().min(0), next_offset: decimal }))
      .max(MAX_PARTITIONS),
  }),
]);
export type Checkpoint = z.output<typeof checkpoint>;

export const checkpointRequest = z.object({
  tenant_id: z.guid(),
  /** Null for the latest event of the tenant. */
  position: outboxPosition.nullable(),
  /** Maximum time to wait until the events are published to Kafka. */
  timeout_ms: timeoutMs,
});
export type CheckpointRequest = z.output<typeof checkpointRequest>;
export const checkpointResponse = z.object({
  /** True if the service has not assigned the position yet. It is from before the restore of a backup. */
  is_future: z.boolean(),
  /** False if the events up to the position were not published before the timeout. */
  is_published: z.boolean(),
  /** Null if no event of the tenant up to the position is pending. */
  checkpoint: checkpoint.nullable(),
});
export type CheckpointResponse = z.output<typeof checkpointResponse>;

export const awaitRequest = z.object({
  tenant_id: z.guid(),
  /** Names of consumer groups of the service. */
  groups: z.array(z.string().max(100)).max(10),
  checkpoints: z.array(checkpoint).max(POSITION_OWNERS.length),
  timeout_ms: timeoutMs,
});
export type AwaitRequest = z.output<typeof awaitRequest>;
export const awaitResponse = z.object({
  /** Groups that have not handled all events, or that failed to handle an event of the tenant. */
  behind: z.array(z.string()),
});

/**
 * Returns what consumer groups must handle to reach a position of a service, or the latest event of the tenant if
 * `position` is null.
 *
 * @param service client of the service whose outbox contains the position
 * @throws as {@link ServiceClient}
 */
export async function findCheckpoint(
  service: ServiceClient,
  request: CheckpointRequest,
  options: CallOptions,
): Promise<CheckpointResponse> {
  const response = await service(null, { method: 'post', path: CHECKPOINT_ROUTE, body: request }, options);
  return response as CheckpointResponse;
}

/**
 * Waits until consumer groups of a service reach the checkpoints, at most `timeout_ms`.
 *
 * @returns the groups that did not reach them, or that failed to handle an event of the tenant
 * @throws as {@link ServiceClient}
 */
export async function awaitGroups(
  service: ServiceClient,
  request: AwaitRequest,
  options: CallOptions,
): Promise<string[]> {
  const response = await service(null, { method: 'post', path: AWAIT_ROUTE, body: request }, options);
  return (response as z.output<typeof awaitResponse>).behind;
}
