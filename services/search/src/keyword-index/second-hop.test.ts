// cspell:ignore wurde regisseurin geboren
import { describe, expect, test } from '@jest/globals';
import { bestHits, chooseEntities, listMissingTerms, termsInQuery } from './second-hop.ts';
import { analyzeQuery } from './text-analysis/query-terms.ts';

describe('listMissingTerms', () => {
  test('returns the terms of the words that the best result lacks, without stop words', () => {
    const contained = new Set(['night', 'harbor', 'director']);
    expect(
      listMissingTerms(analyzeQuery('When was the director of Night Harbor born?'), (term) =>
        contained.has(term),
      ),
    ).toEqual(['born']);
    expect(listMissingTerms(analyzeQuery('the night'), (term) => contained.has(term))).toEqual([]);
  });

  test('a word of a query in another language is not missing if the best result contains one of its terms', () => {
    const query = 'Wo wurde die Regisseurin der Häuser geboren?';
    const missing = listMissingTerms(analyzeQuery(query), (term) => term === 'de:haus');
    expect(missing.filter((term) => term.includes('haus'))).toEqual([]);
    expect(missing).toContain('regisseurin');
  });
});

test('termsInQuery includes the months that the query names', () => {
  const query = 'What happened in May 1999?';
  expect(termsInQuery(query, analyzeQuery(query))).toEqual(new Set(['happen', 'mai', '1999', '1999-05']));
});

describe('chooseEntities', () => {
  const degrees = new Map([
    ['ada', 2],
    ['byron', 3],
    ['porto', 1],
    ['opal', 0],
    ['common', 60],
  ]);
  const choose = (entities: string[][], queried: string[] = []) =>
    chooseEntities(
      entities,
      (term) => queried.includes(term),
      (term) => degrees.get(term) ?? 2,
      100,
    );

  test('follows the entities whose terms are all rare, and scores by every rare term', () => {
    expect(choose([['ada', 'byron'], ['ada', 'common'], ['porto'], ['opal']])).toEqual({
      followed: [['ada', 'byron']],
      scored: ['ada', 'byron', 'ada'],
    });
  });

  test('requires only the terms that the query lacks', () => {
    expect(choose([['ada', 'byron'], ['ada']], ['ada'])).toEqual({
      followed: [['byron']],
      scored: ['byron'],
    });
  });

  test('follows the first six', () => {
    const entities = Array.from({ length: 8 }, (_, i) => [`name${i}`]);
    const { followed, scored } = choose(entities);
    expect(followed).toEqual(entities.slice(0, 6));
    expect(scored).toHaveLength(8);
  });
});

describe('bestHits', () => {
  test('keeps the hits with at least 80 % of the best score, best first', () => {
    const hits = [3, 7.9, 10, 8, 9].map((score) => ({ score }));
    expect(bestHits(hits).map(({ score }) => score)).toEqual([10, 9, 8]);
    expect(bestHits([])).toEqual([]);
  });

  test('keeps at most 20 hits, in their order if the scores are equal', () => {
    const hits = Array.from({ length: 30 }, (_, id) => ({ score: 1, id }));
    expect(bestHits(hits).map(({ id }) => id)).toEqual([...Array(20).keys()]);
  });
});
