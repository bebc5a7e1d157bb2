import { expect, test } from '@jest/globals';
import { TRAITS } from '@loci/contracts';
import { describeUtterance, namesIn, traitsOf } from './utterance.ts';

const { question, firstPerson, secondPerson, namedSpeaker } = TRAITS;
const traits = (text: string, query = ''): number => traitsOf(describeUtterance(text), namesIn(query));

test.each([
  ['The move was in May.', 0],
  ['Where did it go?', question],
  ['Where did it go? a photo of a map', question],
  ['Where did it go? To Berlin.', 0],
  ['No punctuation', 0],
  ['', 0],
  ['你住在哪里？', question],
  ['أين المنزل؟', question],
  ["I'm in Berlin.", firstPerson],
  ['Our team did it.', firstPerson],
  ["That's great, you’re amazing!", secondPerson],
  ['What did you do with my keys?', question | firstPerson | secondPerson],
  ['The youth of India', 0],
])('the traits of "%s" are %i', (text, expected) => {
  expect(traits(text)).toBe(expected);
});

test.each([
  ['Ada: it works', 'What did Ada say?', true],
  ['Ada: it works', "What is ada's opinion?", true],
  ['Ada Lovelace: it works', 'What did Ada say?', true],
  ['Ada: it works', 'What did Grace say?', false],
  ['Ada: it works', '', false],
  ['Ada said: it works', 'Did Ada say it?', true],
  ['Ada told us all today: it works', 'Did Ada say it?', false],
  ['12:30 is the time', 'What happens at 12:30?', false],
  ['it works', 'Did it work?', false],
])('the speaker of "%s" in the query "%s"', (text, query, isNamed) => {
  expect(traits(text, query) & namedSpeaker).toBe(isNamed ? namedSpeaker : 0);
});

test('a description has 24 bits', () => {
  const names = Array.from({ length: 2_000 }, (_, i) =>
    describeUtterance(`n${i}: What do you say about me?`),
  );
  expect(Math.max(...names)).toBeLessThan(2 ** 24);
  expect(Math.min(...names)).toBeGreaterThan(0xff);
});
