const OUTAGES = new Set([
  'KafkaJSBrokerNotFound',
  'KafkaJSConnectionClosedError',
  'KafkaJSConnectionError',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSLockTimeout',
  'KafkaJSNoBrokerAvailableError',
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSRequestTimeoutError',
  'KafkaJSTimeout',
]);

/**
 * True when Kafka, or the way to it, is away: waiting helps. kafkajs gives some of these up for good; that no broker
 * tells who coordinates a group, for one, though it also says so while the only broker starts.
 */
export function isOutage(error: unknown): boolean {
  for (
    let at = error as Partial<Error & { retriable: unknown }> | undefined;
    at;
    at = at.cause as typeof at
  ) {
    if (at.retriable === true || OUTAGES.has(String(at.name))) return true;
  }
  return false;
}
