/** Selects the series of the chosen namespaces. */
export const NAMESPACE = 'namespace=~"$namespace"';

/** Selects the series of all Loci processes of the chosen namespaces. For metrics whose names are not specific to Loci. */
export const LOCI = `job="loci", ${NAMESPACE}`;

/** Selects the processes that clients connect to: the gateway, or the standalone platform. */
export const PUBLIC_API = `${LOCI}, service=~"gateway|standalone"`;

/** Histogram of the duration of requests, in seconds. */
export const DURATION = 'http_server_request_duration_seconds';

/** Label with the name of a pool of database connections. */
export const POOL = 'db_client_connection_pool_name';

/** Histogram of the duration of statements and other operations on databases, in seconds. */
export const OPERATION_DURATION = 'db_client_operation_duration_seconds';

/** Labels with the database system and the name of the operation. */
export const SYSTEM = 'db_system_name';
export const OPERATION = 'db_operation_name';

/** Label with the name of a consumer group. */
export const GROUP = 'messaging_consumer_group_name';

/** Query of the quantile of a histogram. `labels` are those of the result, such as `http_route`. */
export const quantile = (
  value: number,
  metric: string,
  selector: string,
  labels: readonly string[] = [],
): string =>
  `histogram_quantile(${value}, sum by (${[...labels, 'le'].join(', ')}) (rate(${metric}_bucket{${selector}}[$__rate_interval])))`;

/** Query of the rate per second of a counter. `labels` are those of the result. */
export const rate = (metric: string, selector: string, labels: readonly string[] = []): string =>
  `sum${labels.length === 0 ? '' : ` by (${labels.join(', ')})`} (rate(${metric}{${selector}}[$__rate_interval]))`;
