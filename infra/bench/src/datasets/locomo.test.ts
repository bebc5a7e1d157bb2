import { describe, expect, test } from '@jest/globals';
import { locomoDataSet, parseLocomo } from './locomo.ts';

const file = JSON.stringify([
  {
    sample_id: 'conv-1',
    conversation: {
      speaker_a: 'Ada',
      session_10: [{ speaker: 'Ben', dia_id: 'D10:1', text: 'Later.' }],
      session_10_date_time: '9:05 am on 1 June, 2023',
      session_2_date_time: '1:56 pm on 8 May, 2023',
      session_2: [
        { speaker: 'Ada', dia_id: 'D2:1', text: 'Look!', blip_caption: 'a photo of a dog' },
        { speaker: 'Ben', dia_id: 'D2:2', text: 'Nice.' },
      ],
    },
    qa: [
      { question: 'Which pet?', answer: 'a dog', category: 1, evidence: ['D2:1; D2:2', 'D2:1'] },
      { question: 'When?', answer: 1, category: 2, evidence: ['D:10:01'] },
      { question: 'Unasked?', category: 3, evidence: [] },
      { question: 'Lost?', category: 5, evidence: ['D9:9'] },
    ],
  },
]);

const TIME_2 = '2023-05-08T13:56:00.000Z';

describe('parseLocomo', () => {
  test('returns the turns in session order with image captions appended', () => {
    expect(parseLocomo(file)[0]!.turns).toEqual([
      { turnId: 'D2:1', sessionId: 'session_2', time: TIME_2, content: 'Ada: Look! a photo of a dog' },
      { turnId: 'D2:2', sessionId: 'session_2', time: TIME_2, content: 'Ben: Nice.' },
      { turnId: 'D10:1', sessionId: 'session_10', time: '2023-06-01T09:05:00.000Z', content: 'Ben: Later.' },
    ]);
  });

  test('rejects a session whose time is missing', () => {
    const [conversation] = JSON.parse(file) as [{ conversation: Record<string, unknown> }];
    delete conversation.conversation['session_2_date_time'];
    expect(() => parseLocomo(JSON.stringify([conversation]))).toThrow('of session_2');
  });

  test('returns the questions with a known evidence turn, for every notation of turn ids', () => {
    expect(parseLocomo(file)[0]!.questions).toEqual([
      { question: 'Which pet?', category: 'multi-hop', evidence: ['D2:1', 'D2:2'] },
      { question: 'When?', category: 'temporal', evidence: ['D10:1'] },
    ]);
  });

  test('rejects a file that is not an array of conversations', () => {
    expect(() => parseLocomo('{}')).toThrow('not a LoCoMo file');
    expect(() => parseLocomo('[{"a": 1}]')).toThrow('Entry 0');
  });
});

describe('locomoDataSet', () => {
  test('has times only on request, and asks the questions one day after the last session', () => {
    const conversations = parseLocomo(file);
    const [plain] = locomoDataSet(conversations, false).collections;
    expect([...plain!.items, ...plain!.questions].filter((each) => 'time' in each)).toEqual([]);
    const [timed] = locomoDataSet(conversations, true).collections;
    expect(timed!.items.map(({ time }) => time)).toEqual([TIME_2, TIME_2, '2023-06-01T09:05:00.000Z']);
    expect(timed!.questions.map(({ time }) => time)).toEqual(Array(2).fill('2023-06-02T09:05:00.000Z'));
  });
});
