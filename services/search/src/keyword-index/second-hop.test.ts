// cspell:ignore connor wurde regisseurin geboren
import { describe, expect, test } from '@jest/globals';
import { planSecondHop } from './second-hop.ts';

const QUERY = 'When was the director of Night Harbor born?';
const BEST = 'Night Harbor is a film. It was directed by Mira O’Connor-Stone, and Grant wrote the music.';
const MATCHED = new Set(['night', 'harbor', 'director']);
const namesOf = (content: string, query = QUERY): string[] =>
  planSecondHop(query, content, new Set())?.names.map(({ text }) => text) ?? [];

describe('planSecondHop', () => {
  test('returns the names of the best result and the words of the query that it lacks', () => {
    expect(planSecondHop(QUERY, BEST, MATCHED)).toEqual({
      names: [
        { text: 'Mira O’Connor-Stone', terms: ['mira', 'o', 'connor', 'stone'] },
        { text: 'Grant', terms: ['grant'] },
      ],
      missing: [{ text: 'born', terms: ['born'] }],
    });
  });

  test('returns null if the best result lacks no word of the query, or contains no name', () => {
    expect(planSecondHop(QUERY, BEST, new Set([...MATCHED, 'born']))).toBeNull();
    expect(planSecondHop(QUERY, 'a film by an unknown director', MATCHED)).toBeNull();
    expect(planSecondHop('', BEST, MATCHED)).toBeNull();
  });

  test('ignores names whose words are all in the query, and stop words at the beginning of sentences', () => {
    expect(namesOf('The Harbor. In Night Harbor, she sang. She left. They stayed with Ada.')).toEqual([
      'Ada',
    ]);
  });

  test('does not connect words across lines and sentences, and returns each name once', () => {
    expect(namesOf('Ada\nByron lived here. Ada; Byron')).toEqual(['Ada', 'Byron']);
  });

  test('keeps a name with some words of the query, and requires only its other words', () => {
    expect(planSecondHop(QUERY, 'Harbor Lights', MATCHED)!.names).toEqual([
      { text: 'Harbor Lights', terms: ['light'] },
    ]);
  });

  test('finds names in other scripts with capital letters', () => {
    expect(namesOf('Режиссёр Анна Петрова')).toEqual(['Режиссёр Анна Петрова']);
    expect(namesOf('監督は黒澤明')).toEqual([]);
  });

  test('a word of a query in another language is not missing if the best result contains its stem', () => {
    const query = 'Wo wurde die Regisseurin der Häuser geboren?';
    const plan = planSecondHop(query, 'Ada Lang', new Set(['de:haus']));
    expect(plan!.missing.map(({ text }) => text)).not.toContain('Häuser');
    expect(plan!.missing.map(({ text }) => text)).toContain('Regisseurin');
  });

  test('reads only the beginning of a long text', () => {
    expect(namesOf(`${'x '.repeat(2_000)}Ada`)).toEqual([]);
    expect(namesOf(Array.from({ length: 200 }, (_, i) => `Name${i}`).join('; '))).toHaveLength(64);
  });
});
