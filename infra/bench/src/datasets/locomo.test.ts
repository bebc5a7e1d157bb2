import { describe, expect, test } from '@jest/globals';
import { parseLocomo } from './locomo.ts';

const file = JSON.stringify([
  {
    sample_id: 'conv-1',
    conversation: {
      speaker_a: 'Ada',
      session_10: [{ speaker: 'Ben', dia_id: 'D10:1', text: 'Later.' }],
      session_2_date_time: '1:56 pm on 8 May',
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

describe('parseLocomo', () => {
  test('returns the turns in session order with image captions appended', () => {
    expect(parseLocomo(file)[0]!.turns).toEqual([
      { turnId: 'D2:1', sessionId: 'session_2', content: 'Ada: Look! a photo of a dog' },
      { turnId: 'D2:2', sessionId: 'session_2', content: 'Ben: Nice.' },
      { turnId: 'D10:1', sessionId: 'session_10', content: 'Ben: Later.' },
    ]);
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
