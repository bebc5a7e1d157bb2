import { describe, expect, test } from '@jest/globals';
import { parseDataSet } from './data-set.ts';

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

describe('parseDataSet', () => {
  test('groups items and questions by collection, in the order of the file', () => {
    const { collections } = parseDataSet(
      'notes',
      lines(
        {
          collection: 'ada',
          id: '1',
          text: 'Ada likes tea.',
          conversation: 's1',
          time: '2026-01-02T00:00:00Z',
        },
        { collection: 'ben', id: '1', text: 'Ben likes coffee.' },
        { collection: 'ada', question: 'What does Ada like?', relevant: ['1'], category: 'fact' },
        { collection: 'ben', question: 'Who?', relevant: { '1': 3 }, id: 'q9' },
        { collection: 'ben', question: 'Where?', relevant: [] },
      ),
    );
    expect(collections).toEqual([
      {
        name: 'ada',
        items: [{ id: '1', text: 'Ada likes tea.', conversation: 's1', time: '2026-01-02T00:00:00Z' }],
        questions: [
          { id: '1', text: 'What does Ada like?', relevant: new Map([['1', 1]]), category: 'fact' },
        ],
      },
      {
        name: 'ben',
        items: [{ id: '1', text: 'Ben likes coffee.' }],
        questions: [
          { id: 'q9', text: 'Who?', relevant: new Map([['1', 3]]) },
          { id: '2', text: 'Where?', relevant: new Map() },
        ],
      },
    ]);
  });

  test.each([
    ['{"id": "1"}', 'Line 1'],
    ['\nnot JSON', 'Line 2'],
    [lines({ id: '1', text: 'a' }, { question: 'b', relevant: ['2'] }), 'unknown item 2'],
    [lines({ id: '1', text: 'a' }, { question: 'b', relevant: { '1': 0 } }), 'grade'],
    [lines({ id: '1', text: 'a' }), 'no questions'],
  ])('rejects the file %j with a message that contains "%s"', (text, message) => {
    expect(() => parseDataSet('notes', text)).toThrow(message);
  });
});
