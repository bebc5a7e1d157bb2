import { expect, test } from '@jest/globals';
import { createExpressApp, createInMemoryRateLimiter } from '@loci/http';
import request from 'supertest';
import { createLanguageChoice } from '../texts/language-choice.ts';
import { limitSignIns } from './limit-sign-ins.ts';

const start = (limit: number | null) => {
  const app = createExpressApp({ trustedProxies: ['loopback'] });
  app.get(
    '/sign-in',
    limitSignIns({
      limiter: limit === null ? null : createInMemoryRateLimiter(limit),
      languages: createLanguageChoice('http://localhost:8082'),
    }),
    (_request, response) => {
      response.status(302).end();
    },
  );
  return (from: string) => request(app).get('/sign-in').set('x-forwarded-for', from);
};

test('rejects a started sign-in with 429 if its network has started too many', async () => {
  const signIn = start(12);
  for (let started = 0; started < 3; started++) await signIn('192.0.2.1').expect(302);
  const { status, headers, text } = await signIn('192.0.2.1');
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  expect(text).toContain('Too many requests');
  await signIn('192.0.2.2').expect(302);
});

test('allows every sign-in without a limiter', async () => {
  const signIn = start(null);
  for (let started = 0; started < 20; started++) await signIn('192.0.2.1').expect(302);
});
