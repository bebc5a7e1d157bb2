/**
 * Names of kafkajs errors that a retry can resolve when brokers are reachable again. kafkajs marks some of
 * these errors as not retriable.
 */
const CONNECTION_ERRORS = new Set([
  'KafkaJSBrokerNotFound',
  'KafkaJSConnectionClosedError',
  'KafkaJSConnectionError',
  // kafkajs also throws this error while the only broker of a cluster starts.
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSLockTimeout',
  'KafkaJSNoBrokerAvailableError',
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSRequestTimeoutError',
  'KafkaJSTimeout',
]);

/**
 * True if `error` or one of its causes reports that Kafka is unreachable or temporarily unable to respond.
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
