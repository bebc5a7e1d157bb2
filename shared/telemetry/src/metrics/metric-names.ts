/** Name and unit of a metric of OpenTelemetry. */
export interface MetricName {
  name: string;
  unit: string;
}

/** Metrics of the semantic conventions, by their names in Prometheus. */
const SEMANTIC_CONVENTIONS: Readonly<Record<string, MetricName>> = {
  http_server_request_duration_seconds: { name: 'http.server.request.duration', unit: 's' },
  messaging_process_duration_seconds: { name: 'messaging.process.duration', unit: 's' },
  messaging_client_consumed_messages_total: {
    name: 'messaging.client.consumed.messages',
    unit: '{message}',
  },
  messaging_client_sent_messages_total: { name: 'messaging.client.sent.messages', unit: '{message}' },
  db_client_connection_count: { name: 'db.client.connection.count', unit: '{connection}' },
  db_client_connection_max: { name: 'db.client.connection.max', unit: '{connection}' },
  db_client_connection_pending_requests: {
    name: 'db.client.connection.pending_requests',
    unit: '{request}',
  },
  db_client_connection_wait_time_seconds: { name: 'db.client.connection.wait_time', unit: 's' },
  db_client_connection_use_time_seconds: { name: 'db.client.connection.use_time', unit: 's' },
  db_client_operation_duration_seconds: { name: 'db.client.operation.duration', unit: 's' },
  process_cpu_seconds_total: { name: 'process.cpu.time', unit: 's' },
  process_resident_memory_bytes: { name: 'process.memory.usage', unit: 'By' },
  nodejs_eventloop_lag_p99_seconds: { name: 'nodejs.eventloop.delay.p99', unit: 's' },
};

/** Attributes of the semantic conventions, by the names of the labels. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  http_request_method: 'http.request.method',
  http_route: 'http.route',
  http_response_status_code: 'http.response.status_code',
  db_client_connection_pool_name: 'db.client.connection.pool.name',
  db_client_connection_state: 'db.client.connection.state',
  db_operation_name: 'db.operation.name',
  db_system_name: 'db.system.name',
  messaging_system: 'messaging.system',
  messaging_destination_name: 'messaging.destination.name',
  messaging_consumer_group_name: 'messaging.consumer.group.name',
  error_type: 'error.type',
};

const UNITS: readonly (readonly [suffix: string, unit: string])[] = [
  ['_seconds', 's'],
  ['_bytes', 'By'],
  ['_total', ''],
];

/**
 * Returns the name under which a metric is exported over OTLP, or null for a metric that is not exported. A collector that
 * converts the metric to the Prometheus format creates the original name again.
 */
export function toMetricName(prometheusName: string): MetricName | null {
  const known = SEMANTIC_CONVENTIONS[prometheusName];
  if (known) return known;
  if (!prometheusName.startsWith('loci_')) return null;
  const name = prometheusName.replace('loci_', 'loci.');
  const [suffix = '', unit = ''] = UNITS.find(([ending]) => name.endsWith(ending)) ?? [];
  return { name: name.slice(0, name.length - suffix.length), unit };
}

/** Returns the attribute of a label. */
export const toAttributeName = (label: string): string => ATTRIBUTES[label] ?? label;
