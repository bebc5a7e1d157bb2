import { describe, expect, test } from '@jest/globals';
import { isFullyAcknowledged } from './kafka-publisher.ts';

const [first, second] = [
  { key: 'a', value: '1' },
  { key: 'b', value: '2' },
];
const sent = [{ topic: 'memory', messages: [first, second] }];
const partitionOf = (message: object): number => (message === first ? 0 : 1);

describe('isFullyAcknowledged', () => {
  test('returns true if every partition of the messages is acknowledged', () => {
    const acknowledged = [0, 1, 2].map((partition) => ({ topicName: 'memory', partition }));
    expect(isFullyAcknowledged(sent, partitionOf, acknowledged)).toBe(true);
  });

  test('returns true if no messages were sent', () => {
    expect(isFullyAcknowledged([], partitionOf, [])).toBe(true);
  });

  test('returns false if a partition is acknowledged only for another topic', () => {
    const acknowledged = [
      { topicName: 'memory', partition: 0 },
      { topicName: 'document', partition: 1 },
    ];
    expect(isFullyAcknowledged(sent, partitionOf, acknowledged)).toBe(false);
  });

  test('returns false if a message was assigned to no partition', () => {
    expect(isFullyAcknowledged(sent, () => undefined, [{ topicName: 'memory', partition: 0 }])).toBe(false);
  });
});
