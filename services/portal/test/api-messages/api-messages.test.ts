import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { apiErrors } from '../../src/texts/de/api-errors.ts';
import { findApiMessages } from './find-api-messages.ts';
import type { SourceMessage } from './find-api-messages.ts';
import { EXCLUDED_FILES, NOT_SHOWN } from './untranslated-messages.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const SOURCES = ['auth-server/src', 'gateway/src', 'services/*/src', 'shared/*/src'];
/** Messages of the validation library. */
const LIBRARY_MESSAGES = ['Invalid input', 'Invalid email address'];

const sources = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }));
const messages: SourceMessage[] = sources
  .filter((file) => !EXCLUDED_FILES.some(({ files }) => files.test(file)))
  .flatMap((file) => findApiMessages(file, readFileSync(join(ROOT, file), 'utf8')));

describe('the error messages of the API that pages of the portal can show', () => {
  test('are translated to German', () => {
    const missing = messages.filter(
      ({ template }) => !(template in apiErrors.messages) && !(template in NOT_SHOWN),
    );
    expect(missing.map(({ template, place }) => `${place} ${template}`)).toEqual([]);
  });

  test('exist for each translation and each exception', () => {
    const templates = new Set([...messages.map(({ template }) => template), ...LIBRARY_MESSAGES]);
    const unused = [...Object.keys(apiErrors.messages), ...Object.keys(NOT_SHOWN)].filter(
      (template) => !templates.has(template),
    );
    expect(unused).toEqual([]);
    for (const { files, reason } of EXCLUDED_FILES) {
      expect({ reason, excludes: sources.some((file) => files.test(file)) }).toEqual({
        reason,
        excludes: true,
      });
    }
  });

  test('have translations that use only their values', () => {
    for (const [message, translation] of Object.entries(apiErrors.messages)) {
      const values = message.split('{}').length - 1;
      const used = [...translation.matchAll(/\{(\d)\}/g)].map(([, index]) => Number(index));
      expect({ message, outOfRange: used.filter((index) => index >= values) }).toEqual({
        message,
        outOfRange: [],
      });
    }
  });
});

describe('findApiMessages', () => {
  const find = (content: string) => findApiMessages('a.ts', content).map(({ template }) => template);

  test('finds texts of errors and schemas, with placeholders for their values', () => {
    expect(find('throw new AppError("VAL_FIELD_INVALID", `At most ${max} items` + " are allowed.")')).toEqual(
      ['At most {} items are allowed.'],
    );
    expect(find("z.string().refine(isUrl, 'Must be a URL.').describe('The URL of the page.')")).toEqual([
      'Must be a URL.',
    ]);
    expect(find("const reject = () => 'Must not be late.';")).toEqual(['Must not be late.']);
  });

  test('skips descriptions, log messages and errors of the server', () => {
    expect(find("route({ summary: 'Creates a page.', errors: { RES_NOT_FOUND: 'No page.' } })")).toEqual([]);
    expect(find("log.info({}, 'The server has started.')")).toEqual([]);
    expect(find("throw new AppError('SYS_INTERNAL_ERROR', 'The disk is full.')")).toEqual([]);
    expect(find("throw new StartupError('The port is in use.')")).toEqual([]);
  });
});
