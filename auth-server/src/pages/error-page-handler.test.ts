// cspell:ignore Etwas schiefgegangen Anfrage abgelehnt
import { describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { createExpressApp, errorHandler, setContext } from '@loci/http';
import { createLanguageChoice } from '@loci/pages';
import request from 'supertest';
import { localeOf } from '../texts/texts.ts';
import { createAuthPages } from './auth-pages.ts';
import { errorPageHandler } from './error-page-handler.ts';

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

function start(error: unknown) {
  const logged: unknown[] = [];
  const log = { error: (fields: object) => logged.push(fields), warn: () => undefined };
  const languages = createLanguageChoice({ publicUrl: 'http://localhost:8081', localeOf });
  const pages = createAuthPages({ languages, portalUrl: 'http://localhost:8082' });
  const app = createExpressApp();
  app.get('/page', (incoming) => {
    setContext(incoming, { requestId: 'request-1', caller: null, internal: false });
    throw error;
  });
  app.use(errorPageHandler({ log, pages }));
  app.use(errorHandler(log));
  const get = (accept: string) =>
    request(app).get('/page').set('accept', accept).set('accept-language', 'de');
  return { get, logged };
}

describe('errorPageHandler', () => {
  test('shows a browser a page with the request ID for an unexpected error, and logs the error', async () => {
    const error = new Error('secret detail');
    const { get, logged } = start(error);
    const { status, text } = await get(BROWSER);
    expect(status).toBe(500);
    expect(text).toContain('Etwas ist schiefgegangen');
    expect(text).toContain('request-1');
    expect(text).not.toContain('secret detail');
    expect(logged).toEqual([{ err: error, request_id: 'request-1', method: 'GET' }]);
  });

  test('shows a browser a page with the status of a rejected request, and logs nothing', async () => {
    const { get, logged } = start(new AppError('VAL_METHOD_NOT_ALLOWED', 'x'));
    const { status, text } = await get(BROWSER);
    expect(status).toBe(405);
    expect(text).toContain('Anfrage abgelehnt');
    expect(logged).toEqual([]);
  });

  test('keeps the error envelope in English for other clients', async () => {
    const { get } = start(new AppError('VAL_METHOD_NOT_ALLOWED', 'Not allowed.'));
    for (const accept of ['*/*', 'application/json']) {
      const { status, body } = await get(accept);
      expect([status, body.error]).toMatchObject([
        405,
        { code: 'VAL_METHOD_NOT_ALLOWED', message: 'Not allowed.' },
      ]);
    }
  });
});
