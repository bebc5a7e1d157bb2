import {
  AWAIT_ROUTE,
  CHECKPOINT_ROUTE,
  awaitRequest,
  awaitResponse,
  checkpointRequest,
  checkpointResponse,
} from '@loci/contracts';
import { isPositionOwner } from '@loci/core';
import type { PositionOwner } from '@loci/core';
import { route, withLatestPositions } from '@loci/http';
import type { Route } from '@loci/http';
import { readLatestPositions } from '@loci/messaging';
import type { EventProgress } from '@loci/messaging';
import type { Database } from '@loci/postgres';

export interface PositionSource {
  /** Database of the service. */
  database: Pick<Database, 'inTransaction' | 'statement'>;
  /** Name of the service. */
  service: string;
  /** Progress of the consumer groups. */
  progress: EventProgress;
}

/**
 * Adds the internal operations to the routes of a service with which the gateway waits until consumer groups have handled
 * a change, and positions to the responses to writes.
 *
 * @see docs/decisions/0022-positions-from-outboxes.md
 */
export function withPositions(
  routes: readonly Route[],
  { service, database, progress }: PositionSource,
): Route[] {
  const owner = isPositionOwner(service) ? service : null;
  const withLatest = owner ? withLatestPositions(routes, readLatestPositions(owner, database)) : routes;
  return [
    ...withLatest,
    awaitRoute(progress),
    ...(owner ? [checkpointRoute(progress, database, owner)] : []),
  ];
}

const awaitRoute = (progress: EventProgress): Route =>
  route({
    method: 'post',
    path: AWAIT_ROUTE,
    scope: 'internal',
    summary: 'Wait until consumer groups reach checkpoints',
    body: awaitRequest,
    response: awaitResponse,
    handle: async ({ body, signal }) => ({
      behind: await progress.findBehind({
        tenantId: body.tenant_id,
        groups: body.groups,
        checkpoints: body.checkpoints,
        timeoutMs: body.timeout_ms,
        signal,
      }),
    }),
  });

const checkpointRoute = (
  progress: EventProgress,
  database: PositionSource['database'],
  owner: PositionOwner,
): Route =>
  route({
    method: 'post',
    path: CHECKPOINT_ROUTE,
    scope: 'internal',
    summary: 'Find what consumer groups must handle to reach a position',
    body: checkpointRequest,
    response: checkpointResponse,
    handle: async ({ body, signal }) => {
      const { isFuture, isPublished, checkpoint } = await progress.findCheckpoint(database, {
        tenantId: body.tenant_id,
        owner,
        position: body.position,
        timeoutMs: body.timeout_ms,
        signal,
      });
      return { is_future: isFuture, is_published: isPublished, checkpoint };
    },
  });
