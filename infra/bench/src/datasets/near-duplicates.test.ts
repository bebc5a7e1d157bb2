import { expect, test } from '@jest/globals';
import type { DataSet } from './data-set.ts';
import { withNearDuplicates } from './near-duplicates.ts';

const questions = [{ id: '1', text: 'What did Ada buy?', relevant: new Map([['1', 1]]) }];
const dataSet = (...texts: string[]): DataSet => ({
  name: 'set',
  collections: [
    {
      name: 'c',
      items: texts.map((text, index) => ({ id: String(index + 1), text, conversation: 's1' })),
      questions,
    },
  ],
  mainMetric: 'recall@10',
  target: 0.7,
});
const textsOf = (text: string) =>
  withNearDuplicates(dataSet(text)).collections[0]!.items.map((item) => item.text);

test('withNearDuplicates stores three versions of each item with the same ID, each in its own conversation', () => {
  const { name, collections, hasVersions, target } = withNearDuplicates(dataSet('Ada: Tea', 'Ben: Coffee'));
  expect({ name, hasVersions, target }).toEqual({
    name: 'set-near-duplicates',
    hasVersions: true,
    target: undefined,
  });
  expect(collections[0]!.questions).toBe(questions);
  expect(collections[0]!.items.map(({ id, conversation }) => [id, conversation])).toEqual([
    ['1', 's1 version 1'],
    ['2', 's1 version 1'],
    ['1', 's1 version 2'],
    ['2', 's1 version 2'],
    ['1', 's1 version 3'],
    ['2', 's1 version 3'],
  ]);
});

test('withNearDuplicates keeps the first version, reports the second one and rewords the third one', () => {
  const text = "Ada: Hey Ben! I'm really happy, I can't wait. It's so good!";
  expect(textsOf(text)).toEqual([
    text,
    'Ada said: I am really happy, I cannot wait. It is so good!',
    "Ada: Hey Ben. I'm glad, I can't wait. It's fine.",
  ]);
});

test('withNearDuplicates keeps a greeting without a further text, and a text without a speaker', () => {
  expect(textsOf('Ada: Hi Ben!')[1]).toBe('Ada said: Hi Ben!');
  expect(textsOf('Great lift of wings')).toEqual([
    'Great lift of wings',
    'Great lift of wings',
    'Excellent lift of wings',
  ]);
});
