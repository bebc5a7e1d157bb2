export { createKafkaEventProgress } from './kafka-event-progress.ts';
export type { KafkaConnection, KafkaCredentials, TopicLayout } from './kafka-client.ts';
export { createKafkaEventTransport } from './kafka-event-transport.ts';
export type { KafkaEventTransportOptions } from './kafka-event-transport.ts';
export { createOutboxRelay } from './outbox-relay.ts';
export type { OutboxRelay, OutboxRelayOptions } from './outbox-relay.ts';
export { eventTopic, MAX_MESSAGE_BYTES } from './kafka-topics.ts';
export { patchRequestQueueTimer } from './patch-request-queue-timer.ts';
