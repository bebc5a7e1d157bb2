import { describe, expect, test } from '@jest/globals';
import { parseMultiHop } from './multi-hop.ts';

const paragraph = (title: string, isSupporting: boolean) => ({
  title,
  paragraph_text: `About ${title}.`,
  is_supporting: isSupporting,
});
const MUSIQUE = [
  { id: '2hop__1_2', question: 'Who?', paragraphs: [paragraph('Ada', true), paragraph('Ben', false)] },
  { id: '3hop1__1_2_3', question: 'Where?', paragraphs: [paragraph('Ben', true), paragraph('Cleo', true)] },
];
const HOTPOT = {
  _id: 'x',
  type: 'bridge',
  question: 'Which river?',
  context: [
    ['Rhine', ['A river.', ' It is long.']],
    ['Alps', ['Mountains.', 'They are high.']],
  ],
  supporting_facts: [
    ['Rhine', 0],
    ['Rhine', 1],
  ],
};

describe('parseMultiHop', () => {
  test('stores each paragraph of MuSiQue once, and the number of hops is the category', () => {
    const { collections } = parseMultiHop('set', JSON.stringify(MUSIQUE));
    expect(collections).toEqual([
      {
        name: 'set',
        items: [
          { id: '1', text: 'Ada\nAbout Ada.' },
          { id: '2', text: 'Ben\nAbout Ben.' },
          { id: '3', text: 'Cleo\nAbout Cleo.' },
        ],
        questions: [
          { id: '2hop__1_2', text: 'Who?', relevant: new Map([['1', 1]]), category: '2hop' },
          {
            id: '3hop1__1_2_3',
            text: 'Where?',
            relevant: new Map([
              ['2', 1],
              ['3', 1],
            ]),
            category: '3hop',
          },
        ],
      },
    ]);
  });

  test('reads lines of HotpotQA, whose paragraphs are relevant as a whole', () => {
    const { collections } = parseMultiHop('set', `${JSON.stringify(HOTPOT)}\n`);
    expect(collections[0]!.items).toEqual([
      { id: '1', text: 'Rhine\nA river. It is long.' },
      { id: '2', text: 'Alps\nMountains. They are high.' },
    ]);
    expect(collections[0]!.questions).toEqual([
      { id: 'x', text: 'Which river?', relevant: new Map([['1', 1]]), category: 'bridge' },
    ]);
  });

  test('rejects a question without paragraphs', () => {
    expect(() => parseMultiHop('set', '[{"question": "Who?"}]')).toThrow('Question 1 of set');
  });
});
