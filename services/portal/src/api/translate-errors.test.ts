// cspell:ignore Arbeitsbereich Datei Dieser Endung Erlaubt Höchstens Inhalt Wert Zeichen beginnen erlaubt nicht
import { describe, expect, test } from '@jest/globals';
import { ERROR_CODES } from '@loci/core';
import { apiErrors } from '../texts/de/api-errors.ts';
import { loadApiErrorTexts } from '../texts/api-error-texts.ts';
import { translateError, translateErrorResponse } from './translate-errors.ts';

const translate = (message: string, code = 'VAL_FIELD_INVALID', field_errors?: Record<string, string[]>) =>
  translateError({ code, message, ...(field_errors && { field_errors }) }, apiErrors);

describe('translateError', () => {
  test('translates a message with its values, and formats numbers', () => {
    const { message } = translate('The content has 6291456 bytes. The maximum is 5,242,880 bytes.');
    expect(message).toBe('Der Inhalt hat 6.291.456 Bytes. Erlaubt sind höchstens 5.242.880 Bytes.');
  });

  test('translates the messages about fields, and repeats them in the message', () => {
    const detail = 'Must be at most 2000 characters.';
    expect(translate(`name: ${detail}`, 'VAL_FIELD_TOO_LONG', { name: [detail] })).toEqual({
      code: 'VAL_FIELD_TOO_LONG',
      message: 'name: Höchstens 2.000 Zeichen.',
      field_errors: { name: ['Höchstens 2.000 Zeichen.'] },
    });
  });

  test('describes an unknown message by its code', () => {
    for (const code of ERROR_CODES)
      expect(translate('Something new.', code).message).toBe(apiErrors.codes[code]);
    expect(translate('Something new.', 'NEW_CODE').message).toBe(apiErrors.otherCode);
  });

  test('describes an unknown problem of a field by a sentence', () => {
    expect(translate('url: New.', 'VAL_FIELD_INVALID', { url: ['New.'] }).message).toBe(
      'url: Dieser Wert ist nicht erlaubt.',
    );
  });
});

describe('translateErrorResponse', () => {
  const rejection = () =>
    Response.json(
      {
        status: 'error',
        error: { code: 'VAL_ADDRESS_FORBIDDEN', message: 'The webhook URL must use HTTPS.' },
      },
      { status: 422 },
    );

  test('translates an error response for a German page', async () => {
    const response = await translateErrorResponse(rejection(), () => loadApiErrorTexts('de'));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      status: 'error',
      error: { message: 'Die URL muss mit https:// beginnen.' },
    });
  });

  test('keeps an error response for an English page, and successful responses', async () => {
    for (const [response, language] of [
      [rejection(), 'en'],
      [Response.json({ data: 1 }), 'de'],
    ] as const) {
      expect(await translateErrorResponse(response, () => loadApiErrorTexts(language))).toBe(response);
    }
  });
});
