export type { KafkaConnection, KafkaCredentials, TopicLayout } from './kafka-client.ts';
export { createKafkaTransport } from './kafka-transport.ts';
export type { KafkaTransportOptions } from './kafka-transport.ts';
export { createOutboxRelay } from './outbox-relay.ts';
export type { OutboxRelay, OutboxRelayOptions } from './outbox-relay.ts';
export { MAX_MESSAGE_BYTES } from './topics.ts';
