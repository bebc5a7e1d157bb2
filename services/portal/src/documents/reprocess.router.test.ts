import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createExpressApp } from '@loci/http';
import { html } from '@loci/pages';
import { createLogger } from '@loci/runtime';
import request from 'supertest';
import { createOpenCounts } from '../inbox/open-counts.ts';
import { errorPageHandler } from '../pages/error-page-handler.ts';
import { createLanguageChoice } from '../texts/language-choice.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Session } from '../sessions/session.ts';
import { reprocessRouter } from './reprocess.router.ts';

const ID = '01a2018e-a1f3-7000-8b6e-44d0c6c0e9b2';

/** Status codes with which the fake gateway responds. */
let statuses: { document: number; reprocess: number };
let session: Session;
const gateway = createServer((received, response) => {
  const status = received.url?.endsWith('/reprocess') ? statuses.reprocess : statuses.document;
  response.writeHead(status, { 'content-type': 'application/json' });
  const error = { code: 'CODE', message: 'The file has 6000 pages.' };
  response.end(JSON.stringify(status === 200 ? { data: { chunk_count: 2 } } : { error }));
});
beforeAll(() => new Promise<void>((resolve) => gateway.listen(0, resolve)));
afterAll(() => {
  gateway.close();
});
beforeEach(() => {
  statuses = { document: 200, reprocess: 200 };
  session = {
    kind: 'user',
    accessToken: 'token',
    refreshToken: 'refresh',
    accessExpiresAtMs: Date.now() + 3_600_000,
    email: 'ada@example.com',
  };
});

function reprocess() {
  const sessions: Pick<SessionStore, 'find' | 'change'> = {
    find: () => Promise.resolve(session),
    change: async (_id, update) => {
      session = (await update(session)) as Session;
      return session;
    },
  };
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const languages = createLanguageChoice(url);
  const app = createExpressApp();
  app.use(
    reprocessRouter({
      baseUrl: url,
      urls: { internalBaseUrl: url },
      sessions: sessions as SessionStore,
      oauth: { refresh: () => Promise.reject(new Error('Unexpected refresh.')) },
      sessionCookie: { findUser: () => Promise.resolve({ sessionId: 'id', session }) },
      csrfTokens: { issue: () => 'token', isValid: () => true },
      languages,
      openCounts: createOpenCounts(),
      pages: { csrf: () => 'token', show: () => html``, scriptPath: () => '' },
      now: () => new Date(),
    }),
  );
  app.use(
    errorPageHandler({
      log: createLogger({ service: 'portal', level: 'silent' }),
      languages,
      sessionCookie: { findUser: () => Promise.resolve(null) },
      pages: { show: () => undefined },
    }),
  );
  return request(app).post(`/documents/${ID}/reprocess`);
}

test('POST /documents/{id}/reprocess reports the number of passages of the reprocessed document', async () => {
  const { status, headers } = await reprocess();
  expect([status, headers['location']]).toEqual([303, `/documents/${ID}`]);
  expect(session.flash).toMatchObject({ kind: 'notice', text: expect.stringContaining('2 passages') });
});

test.each([404, 413, 422, 503, 504])(
  'POST /documents/{id}/reprocess reports the message of an API error with status %i',
  async (status) => {
    statuses.reprocess = status;
    const { headers } = await reprocess().expect(303);
    expect(headers['location']).toBe(`/documents/${ID}`);
    const text = 'The document was not reprocessed. The file has 6000 pages.';
    expect(session.flash).toEqual({ kind: 'problem', text });
  },
);

test('POST /documents/{id}/reprocess returns 404 if the document was deleted', async () => {
  statuses = { document: 404, reprocess: 404 };
  const { text } = await reprocess().expect(404);
  expect(text).toContain('Page not found');
  expect(session.flash).toBeUndefined();
});
