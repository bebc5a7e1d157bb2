/** kafkajs errors that end when brokers are reachable again. kafkajs marks some of them as not retriable. */
const CONNECTION_ERRORS = new Set([
  'KafkaJSBrokerNotFound',
  'KafkaJSConnectionClosedError',
  'KafkaJSConnectionError',
  // Also thrown while the only broker of a cluster starts.
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSLockTimeout',
  'KafkaJSNoBrokerAvailableError',
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSRequestTimeoutError',
  'KafkaJSTimeout',
]);

/**
 * True if `error` or one of its causes means that Kafka is unreachable or temporarily unable to respond. Errors are
 * recognized by name.
 */
export function isRetriableKafkaError(error: unknown): boolean {
  for (
    let current = error as Partial<Error & { retriable: unknown }> | undefined;
    current;
    current = current.cause as typeof current
  ) {
    if (current.retriable === true || CONNECTION_ERRORS.has(String(current.name))) return true;
  }
  return false;
}
