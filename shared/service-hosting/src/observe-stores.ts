import type { ProcessedBatch } from '@loci/messaging';
import type { Database, DatabaseOptions } from '@loci/postgres';
import { exemplarOf } from '@loci/runtime';
import type { Metrics } from '@loci/runtime';
import { activeTraceContext } from '@loci/telemetry';
import type { ObserveOperation } from '@loci/telemetry';

/** Returns a listener that counts the events of a batch and records the duration of its handling. */
export const observeBatches =
  ({ messagingProcessDuration, messagingConsumedMessages }: Metrics) =>
  ({ system, topics, group, events, seconds, errorType, trace }: ProcessedBatch): void => {
    const labels = {
      messaging_system: system,
      messaging_destination_name: topics,
      messaging_consumer_group_name: group,
    };
    messagingConsumedMessages.inc(labels, events);
    messagingProcessDuration.observe({
      labels: errorType === null ? labels : { ...labels, error_type: errorType },
      value: seconds,
      exemplarLabels: exemplarOf(trace),
    });
  };

/** Returns a listener that records how long transactions wait for connections of a pool and use them. */
export function observeConnections(
  { dbClientUseTime, dbClientWaitTime }: Metrics,
  pool: string,
): NonNullable<DatabaseOptions['onRelease']> {
  const labels = { db_client_connection_pool_name: pool };
  return ({ waitSeconds, useSeconds }) => {
    dbClientWaitTime.observe(labels, waitSeconds);
    dbClientUseTime.observe({
      labels,
      value: useSeconds,
      exemplarLabels: exemplarOf(activeTraceContext()),
    });
  };
}

/** Returns a listener that records the duration of the operations on a database. */
export function observeOperations(
  { dbClientOperationDuration }: Metrics,
  system: 'postgresql' | 'elasticsearch' | 'qdrant' | 'neo4j',
): ObserveOperation {
  return (operation, seconds, errorType) =>
    dbClientOperationDuration.observe({
      labels: {
        db_system_name: system,
        db_operation_name: operation,
        ...(errorType !== null && { error_type: errorType }),
      },
      value: seconds,
      exemplarLabels: exemplarOf(activeTraceContext()),
    });
}

/** Updates the gauges of a connection pool. */
export function updatePoolMetrics(
  metrics: Metrics,
  pool: string,
  database: Pick<Database, 'poolState'>,
): void {
  const { total, idle, waiting, max } = database.poolState();
  const labels = { db_client_connection_pool_name: pool };
  metrics.dbClientConnections.set({ ...labels, db_client_connection_state: 'used' }, total - idle);
  metrics.dbClientConnections.set({ ...labels, db_client_connection_state: 'idle' }, idle);
  metrics.dbClientPendingRequests.set(labels, waiting);
  metrics.dbClientMaxConnections.set(labels, max);
}
