import { describe, expect, test } from '@jest/globals';
import { extractRuns } from './extract-runs.ts';
import { serializeRuns } from './serialize-runs.ts';
import { buildVocabulary } from './vocabulary.ts';

const vocabularyOf = (...texts: string[]) =>
  buildVocabulary(texts.map((text) => ({ runs: serializeRuns(extractRuns(text)) })));
const countsOf = async (...texts: string[]) =>
  Object.fromEntries((await vocabularyOf(...texts)).terms.map((term) => [term.label, term.memoryCount]));

describe('buildVocabulary', () => {
  test('counts the singular and the plural as one term, with the most frequent spelling as its label', async () => {
    expect(await countsOf('the agency', 'two agencies', 'the agencies')).toEqual({ agencies: 3 });
  });

  test('counts a word once per memory', async () => {
    expect(await countsOf('piano, piano and piano')).toEqual({ piano: 1 });
  });

  test('counts words that mostly occur together as one phrase', async () => {
    const counts = await countsOf('mental health', 'our mental health', 'mental health, health', 'guitar');
    expect(counts).toEqual({ 'mental health': 3, health: 1, guitar: 1 });
  });

  test('does not count two words as a phrase if they mostly occur separately', async () => {
    const texts = ['blue guitar', 'blue guitar', 'blue guitar', 'blue', 'guitar'];
    const apart = Array.from({ length: 6 }, () => ['blue', 'guitar']).flat();
    expect(await countsOf(...texts, ...apart)).toEqual({ blue: 10, guitar: 10 });
  });

  test('lists the terms of each memory', async () => {
    const { terms, termsOfMemory } = await vocabularyOf('piano and violin', '', 'violin');
    expect(termsOfMemory.map((found) => Array.from(found, (term) => terms[term]!.label))).toEqual([
      ['piano', 'violin'],
      [],
      ['violin'],
    ]);
  });

  test('treats ignored words as separators', async () => {
    const sources = ['support john group', 'support john group', 'support john group'].map((text) => ({
      runs: serializeRuns(extractRuns(text)),
    }));
    const { terms } = await buildVocabulary(sources, new Set(['john']));
    expect(terms.map((term) => [term.label, term.memoryCount])).toEqual([
      ['support', 3],
      ['group', 3],
    ]);
  });

  test('counts words that are names of object properties, such as constructor', async () => {
    expect(await countsOf('constructor', 'prototype hasownproperty')).toEqual({
      constructor: 1,
      prototype: 1,
      hasownproperty: 1,
    });
  });
});
