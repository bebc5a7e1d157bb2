// cspell:ignore Eigenheiten Höchstens Zeichen Eintrag
import { expect, test } from '@jest/globals';
import { localeOf } from '../texts/texts.ts';
import { describeRejection } from './describe-rejection.ts';

const [en, de] = [localeOf('en').texts, localeOf('de').texts];
const invalid = (fieldErrors: Record<string, string[]>) => ({ message: 'name: Too long.', fieldErrors });

test('names a field with its label', () => {
  const error = invalid({ identity: ['Must be at most 2000 characters.'] });
  expect(describeRejection(error, en, { identity: en.personas.identity })).toBe(
    `${en.personas.identity}: Must be at most 2000 characters.`,
  );
});

test('names the entry of a list', () => {
  const error = invalid({ 'quirks.2': ['Höchstens 300 Zeichen.'] });
  expect(describeRejection(error, de, { quirks: 'Eigenheiten' })).toBe(
    'Eigenheiten, Eintrag 3: Höchstens 300 Zeichen.',
  );
});

test('describes a rejection without fields by its message', () => {
  expect(describeRejection({ message: 'The name is taken.', fieldErrors: null }, en)).toBe(
    'The name is taken.',
  );
});
