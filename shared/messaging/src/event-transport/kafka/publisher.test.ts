import { expect, test } from '@jest/globals';
import { isAllStored } from './publisher.ts';

const [first, second] = [
  { key: 'a', value: '1' },
  { key: 'b', value: '2' },
];
const sent = [{ topic: 'memory', messages: [first, second] }];
const partitionOf = (message: object): number => (message === first ? 0 : 1);

test('all is stored when every partition that was written to has confirmed', () => {
  const confirmed = [0, 1, 2].map((partition) => ({ topicName: 'memory', partition }));
  expect(isAllStored(sent, partitionOf, confirmed)).toBe(true);
  expect(isAllStored([], partitionOf, [])).toBe(true);
});

test('a partition that nobody confirmed was left out, whatever other topics say', () => {
  const confirmed = [
    { topicName: 'memory', partition: 0 },
    { topicName: 'document', partition: 1 },
  ];
  expect(isAllStored(sent, partitionOf, confirmed)).toBe(false);
});

test('a message that was given no partition was not stored', () => {
  expect(isAllStored(sent, () => undefined, [{ topicName: 'memory', partition: 0 }])).toBe(false);
});
