// cspell:ignore Eigenheiten Namen Höchstens Zeichen Eintrag eindeutig
import { expect, test } from '@jest/globals';
import { localeOf } from '../texts/texts.ts';
import { describeRejection } from './describe-rejection.ts';

const [en, de] = [localeOf('en').texts, localeOf('de').texts];
const invalid = (fieldErrors: Record<string, string[]>) => ({
  code: 'VAL_FIELD_TOO_LONG',
  message: 'name: Must be at most 100 characters.',
  fieldErrors,
});

test('names a field with its label, in the language of the page', () => {
  const error = invalid({ identity: ['Must be at most 2000 characters.'] });
  expect(describeRejection(error, en, { identity: en.personas.identity })).toBe(
    `${en.personas.identity}: Must be at most 2000 characters.`,
  );
  expect(describeRejection(error, de, { identity: de.personas.identity })).toBe(
    `${de.personas.identity}: Höchstens 2.000 Zeichen.`,
  );
});

test('names the entry of a list', () => {
  const error = invalid({ 'quirks.2': ['Must be at most 300 characters.'] });
  expect(describeRejection(error, de, { quirks: 'Eigenheiten' })).toBe(
    'Eigenheiten, Eintrag 3: Höchstens 300 Zeichen.',
  );
});

test('keeps a detail that the catalog does not know', () => {
  const error = invalid({ url: ['Must be an HTTPS URL.'] });
  expect(describeRejection(error, de, { url: 'URL' })).toBe('URL: Must be an HTTPS URL.');
});

test('describes a rejection without fields by its code, or with the message of the API', () => {
  const error = { code: 'RES_ALREADY_EXISTS', message: 'The name is taken.', fieldErrors: null };
  expect(describeRejection(error, en)).toBe('The name is taken.');
  expect(describeRejection(error, de)).toContain('Namen');
  expect(describeRejection({ ...error, code: 'SYS_INTERNAL_ERROR' }, de)).toBe('The name is taken.');
});
