import type { CollectMetrics, TraceContext } from '@loci/telemetry';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { formatOpenMetrics } from './open-metrics.ts';

/** Metrics of one process. Labels must not contain tenants, users or content. */
export interface Metrics {
  registry: Registry;
  /** Returns all metrics in the format OpenMetrics, with exemplars. */
  formatOpenMetrics(): Promise<string>;
  /** Returns all metrics for the export over OTLP. */
  collect: CollectMetrics;
  /** Duration of requests in seconds. */
  httpServerRequestDuration: Histogram<
    'http_request_method' | 'http_route' | 'http_response_status_code' | ExemplarLabel
  >;
  rateLimited: Counter;
  /**
   * Number of requests that were rate limited with the local counter of this replica, because the database was
   * unavailable.
   */
  rateLimiterFallback: Counter;
  authTokenRejections: Counter<'code'>;
  deadLetters: Counter<'group'>;
  /** Pending events of each consumer group. */
  consumerLag: Gauge<'group'>;
  /**
   * Number of unpublished events in the outbox of this service. Not set in the standalone platform, which has
   * no relays.
   */
  outboxPending: Gauge;
  /** Number of items whose revision in an index differed from PostgreSQL at the last reconciliation. */
  indexDrift: Gauge<'index'>;
  /** Items that the last rebuild of the search indexes has written. Set by the process that runs the rebuild. */
  indexRebuildItems: Gauge;
  /** 1 for the state of the last rebuild of the search indexes, 0 for the others: `running`, `completed`, `failed`. */
  indexRebuildState: Gauge<'state'>;
  /** Requests with an idempotency key. */
  idempotencyRequests: Counter<'outcome'>;
  /** Writes that were rejected because of a storage quota. */
  quotaRejections: Counter<'resource'>;
  /** Bytes that all tenants store. Set by the leader of the service. */
  storedBytes: Gauge<'resource'>;
  /** Age in seconds of the memory that expired first and is not erased yet, or 0. Set by the leader of the memory service. */
  oldestExpiredMemory: Gauge;
  /** Erasures of users and deletions of tenants that are not completed. Set by the leader of the authorization server. */
  unfinishedErasures: Gauge<'kind'>;
  /** Age in seconds of the oldest of them, or 0. Set by the leader of the authorization server. */
  oldestUnfinishedErasure: Gauge<'kind'>;
  /**
   * API keys whose hash still needs the secondary value of API_KEY_PEPPER. Set by the leader of the authorization server
   * during a rotation.
   */
  outdatedKeyHashes: Gauge;
  /** Duration of searches for memories that are similar to a new one, in seconds. */
  similaritySearchDuration: Histogram<'outcome'>;
  /** Open suggestions of all tenants. Set by the leader of the memory service. */
  openSuggestions: Gauge;
  /** Number of audit entries without a partition that the last run of the maintenance job moved. Normally 0. */
  auditMisplacedEntries: Gauge<'schema'>;
  /** Attempts to deliver webhook messages: `delivered`, `retried` or `failed`. */
  webhookDeliveries: Counter<'outcome'>;
  /** Pending messages of all enabled webhooks. Set by the leader of the webhook service. */
  webhookPendingDeliveries: Gauge;
  /** Webhooks that were disabled automatically. */
  webhooksDisabled: Counter<'reason'>;
  dbClientConnections: Gauge<'db_client_connection_pool_name' | 'db_client_connection_state'>;
  dbClientMaxConnections: Gauge<'db_client_connection_pool_name'>;
  /** Number of callers that wait for a connection. */
  dbClientPendingRequests: Gauge<'db_client_connection_pool_name'>;
  /** Time for which a transaction waited for a connection, in seconds. */
  dbClientWaitTime: Histogram<'db_client_connection_pool_name'>;
  /** Time for which a transaction used a connection, in seconds. */
  dbClientUseTime: Histogram<'db_client_connection_pool_name' | ExemplarLabel>;
  /** Duration of an operation on a database, in seconds. */
  dbClientOperationDuration: Histogram<'db_system_name' | 'db_operation_name' | 'error_type' | ExemplarLabel>;
  /** Duration of the handling of a batch of events, in seconds. */
  messagingProcessDuration: Histogram<MessagingLabel | 'error_type' | ExemplarLabel>;
  /** Events that a consumer group received. An event that is handled again after a failure counts again. */
  messagingConsumedMessages: Counter<MessagingLabel>;
  /** Events that the relay published. */
  messagingSentMessages: Counter<'messaging_system'>;
}

/** Labels of exemplars. Values do not have these labels. */
type ExemplarLabel = 'trace_id' | 'span_id';

type MessagingLabel = 'messaging_system' | 'messaging_destination_name' | 'messaging_consumer_group_name';

/** Returns the labels of the exemplar of a value that was measured in a span. Empty without a recorded span. */
export const exemplarOf = (
  context: TraceContext | null | undefined,
): Partial<Record<ExemplarLabel, string>> =>
  context?.isSampled === true ? { trace_id: context.traceId, span_id: context.spanId } : {};

/** Bounds of durations, in seconds. The conventions of OpenTelemetry recommend those from 0.005. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates the metrics of a process, including the default metrics of Node. All metrics have the label
 * `service`.
 */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  const defaultLabels = { service };
  registry.setDefaultLabels(defaultLabels);
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 });
  const registers = [registry];
  const metrics: Metrics = {
    registry,
    formatOpenMetrics: () => formatOpenMetrics(registry, defaultLabels),
    collect: () => registry.getMetricsAsJSON() as unknown as ReturnType<CollectMetrics>,
    httpServerRequestDuration: new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Duration of HTTP server requests in seconds.',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
      buckets: DURATION_BUCKETS,
      enableExemplars: true,
      registers: [],
    }),
    rateLimited: new Counter({
      name: 'loci_rate_limited_total',
      help: 'Requests that were rejected because of a rate limit.',
      registers,
    }),
    rateLimiterFallback: new Counter({
      name: 'loci_rate_limiter_fallback_total',
      help: 'Requests that were rate limited locally, because the database was unavailable.',
      registers,
    }),
    authTokenRejections: new Counter({
      name: 'loci_auth_token_rejections_total',
      help: 'Rejected access tokens by error code.',
      labelNames: ['code'],
      registers,
    }),
    deadLetters: new Counter({
      name: 'loci_dead_letters_total',
      help: 'Events that were moved to the dead-letter queue of a consumer group.',
      labelNames: ['group'],
      registers,
    }),
    consumerLag: new Gauge({
      name: 'loci_consumer_lag_events',
      help: 'Events that a consumer group has not handled yet.',
      labelNames: ['group'],
      registers,
    }),
    outboxPending: new Gauge({
      name: 'loci_outbox_pending_events',
      help: 'Events in the outbox of this service that are not published yet.',
      registers,
    }),
    indexDrift: new Gauge({
      name: 'loci_index_drift_items',
      help: 'Items whose revision in an index differed from PostgreSQL at the last reconciliation.',
      labelNames: ['index'],
      registers,
    }),
    indexRebuildItems: new Gauge({
      name: 'loci_index_rebuild_items',
      help: 'Items that the last rebuild of the search indexes has written.',
      registers,
    }),
    indexRebuildState: new Gauge({
      name: 'loci_index_rebuild_state',
      help: '1 for the state of the last rebuild of the search indexes: running, completed or failed. Otherwise 0.',
      labelNames: ['state'],
      registers,
    }),
    idempotencyRequests: new Counter({
      name: 'loci_idempotency_requests_total',
      help: 'Requests with an idempotency key by outcome: stored, replayed, reused (422), in_progress (409) or deleted (404).',
      labelNames: ['outcome'],
      registers,
    }),
    quotaRejections: new Counter({
      name: 'loci_quota_rejections_total',
      help: 'Writes that were rejected because of a storage quota of a tenant.',
      labelNames: ['resource'],
      registers,
    }),
    storedBytes: new Gauge({
      name: 'loci_stored_bytes',
      help: 'Bytes that all tenants store.',
      labelNames: ['resource'],
      registers,
    }),
    oldestExpiredMemory: new Gauge({
      name: 'loci_oldest_expired_memory_seconds',
      help: 'Age of the memory that expired first and is not erased yet, in seconds, or 0.',
      registers,
    }),
    unfinishedErasures: new Gauge({
      name: 'loci_unfinished_erasures',
      help: 'Erasures of users and deletions of tenants that are not completed, by kind: user or tenant.',
      labelNames: ['kind'],
      registers,
    }),
    oldestUnfinishedErasure: new Gauge({
      name: 'loci_oldest_unfinished_erasure_seconds',
      help: 'Age of the oldest erasure or deletion that is not completed, in seconds, or 0, by kind: user or tenant.',
      labelNames: ['kind'],
      registers,
    }),
    outdatedKeyHashes: new Gauge({
      name: 'loci_auth_outdated_key_hashes',
      help: 'API keys whose hash still needs the secondary value of API_KEY_PEPPER, at most 10,000. Only during a rotation.',
      registers: [registry],
    }),
    similaritySearchDuration: new Histogram({
      name: 'loci_similarity_search_duration_seconds',
      help: 'Duration of searches for memories that are similar to a new one, in seconds, by outcome: found, none or failed.',
      labelNames: ['outcome'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25],
      registers,
    }),
    openSuggestions: new Gauge({
      name: 'loci_open_suggestions',
      help: 'Open suggestions of all tenants.',
      registers,
    }),
    auditMisplacedEntries: new Gauge({
      name: 'loci_audit_misplaced_entries',
      help: 'Audit entries that the last maintenance moved because their month had no partition.',
      labelNames: ['schema'],
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'loci_webhook_deliveries_total',
      help: 'Attempts to deliver webhook messages by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    webhookPendingDeliveries: new Gauge({
      name: 'loci_webhook_pending_deliveries',
      help: 'Pending messages of all enabled webhooks.',
      registers,
    }),
    webhooksDisabled: new Counter({
      name: 'loci_webhooks_disabled_total',
      help: 'Webhooks that were disabled automatically, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    dbClientConnections: new Gauge({
      name: 'db_client_connection_count',
      help: 'Connections of a connection pool by state.',
      labelNames: ['db_client_connection_pool_name', 'db_client_connection_state'],
      registers,
    }),
    dbClientMaxConnections: new Gauge({
      name: 'db_client_connection_max',
      help: 'Maximum number of connections of a connection pool.',
      labelNames: ['db_client_connection_pool_name'],
      registers,
    }),
    dbClientPendingRequests: new Gauge({
      name: 'db_client_connection_pending_requests',
      help: 'Callers that wait for a connection of a connection pool.',
      labelNames: ['db_client_connection_pool_name'],
      registers,
    }),
    dbClientWaitTime: new Histogram({
      name: 'db_client_connection_wait_time_seconds',
      help: 'Time for which a transaction waited for a connection, in seconds.',
      labelNames: ['db_client_connection_pool_name'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    dbClientUseTime: new Histogram({
      name: 'db_client_connection_use_time_seconds',
      help: 'Time for which a transaction used a connection, in seconds.',
      labelNames: ['db_client_connection_pool_name'],
      buckets: DURATION_BUCKETS,
      enableExemplars: true,
      registers: [],
    }),
    dbClientOperationDuration: new Histogram({
      name: 'db_client_operation_duration_seconds',
      help: 'Duration of statements on PostgreSQL, and of operations on Elasticsearch, Qdrant and Neo4j, in seconds.',
      labelNames: ['db_system_name', 'db_operation_name', 'error_type'],
      buckets: DURATION_BUCKETS,
      enableExemplars: true,
      registers: [],
    }),
    messagingProcessDuration: new Histogram({
      name: 'messaging_process_duration_seconds',
      help: 'Duration of the handling of a batch of events, in seconds.',
      labelNames: [
        'messaging_system',
        'messaging_destination_name',
        'messaging_consumer_group_name',
        'error_type',
      ],
      buckets: DURATION_BUCKETS,
      enableExemplars: true,
      registers: [],
    }),
    messagingConsumedMessages: new Counter({
      name: 'messaging_client_consumed_messages_total',
      help: 'Events that a consumer group received, including repetitions.',
      labelNames: ['messaging_system', 'messaging_destination_name', 'messaging_consumer_group_name'],
      registers,
    }),
    messagingSentMessages: new Counter({
      name: 'messaging_client_sent_messages_total',
      help: 'Events that the relay published.',
      labelNames: ['messaging_system'],
      registers,
    }),
  };
  // The constructor of a histogram with exemplars rejects a registry of the Prometheus format, which leaves them out.
  for (const histogram of [
    metrics.httpServerRequestDuration,
    metrics.dbClientUseTime,
    metrics.dbClientOperationDuration,
    metrics.messagingProcessDuration,
  ])
    registry.registerMetric(histogram);
  return metrics;
}
