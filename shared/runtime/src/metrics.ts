import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The metrics of one process. No label ever carries a tenant, a user or content. */
export interface Metrics {
  registry: Registry;
  /** Seconds per request by route template, method and status. */
  httpServerRequestDuration: Histogram<'http_request_method' | 'http_route' | 'http_response_status_code'>;
  rateLimited: Counter;
  /** Requests that a replica counted by itself, since its database did not answer. */
  rateLimiterFallback: Counter;
  authTokenRejections: Counter<'code'>;
  deadLetters: Counter<'group'>;
  /** Events that wait, by consumer group. */
  consumerLag: Gauge<'group'>;
  /** Events of this service that wait to be published; nothing publishes them in the standalone platform. */
  outboxPending: Gauge;
  /** Items whose revision in an index differed from PostgreSQL when the reconciler looked. */
  indexDrift: Gauge<'index'>;
  dbClientConnections: Gauge<'db_client_connection_pool_name' | 'db_client_connection_state'>;
}

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 });
  const registers = [registry];
  return {
    registry,
    httpServerRequestDuration: new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Time to answer a request, by route template.',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    rateLimited: new Counter({
      name: 'loci_rate_limited_total',
      help: 'Requests over the rate limit.',
      registers,
    }),
    rateLimiterFallback: new Counter({
      name: 'loci_rate_limiter_fallback_total',
      help: 'Requests counted for the rate limit by this replica alone, since its database did not answer.',
      registers,
    }),
    authTokenRejections: new Counter({
      name: 'loci_auth_token_rejections_total',
      help: 'Access tokens refused, by error code.',
      labelNames: ['code'],
      registers,
    }),
    deadLetters: new Counter({
      name: 'loci_dead_letters_total',
      help: 'Events that a consumer group could not handle.',
      labelNames: ['group'],
      registers,
    }),
    consumerLag: new Gauge({
      name: 'loci_consumer_lag_events',
      help: 'Events that wait for a consumer group.',
      labelNames: ['group'],
      registers,
    }),
    outboxPending: new Gauge({
      name: 'loci_outbox_pending_events',
      help: 'Events of this service that are not published yet.',
      registers,
    }),
    indexDrift: new Gauge({
      name: 'loci_index_drift_items',
      help: 'Items of an index whose revision differed from PostgreSQL at the last reconciliation.',
      labelNames: ['index'],
      registers,
    }),
    dbClientConnections: new Gauge({
      name: 'db_client_connection_count',
      help: 'Connections of a pool by state.',
      labelNames: ['db_client_connection_pool_name', 'db_client_connection_state'],
      registers,
    }),
  };
}
