import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { createCsrfTokens } from './csrf-tokens.ts';
import type { CsrfTokens } from './csrf-tokens.ts';

const ORIGIN = 'http://localhost:1';

const requestWith = (headers: Record<string, string>): IncomingMessage => ({ headers }) as never;

function newResponse(): { response: ServerResponse; cookies: string[] } {
  const cookies: string[] = [];
  const response = { appendHeader: (_name: string, value: string) => void cookies.push(value) };
  return { response: response as never, cookies };
}

/** Issues a token to a new browser and returns it with the browser's cookie. */
function issueTo(csrfTokens: CsrfTokens): { token: string; cookie: string; setCookie: string } {
  const { response, cookies } = newResponse();
  const token = csrfTokens.issue(requestWith({}), response);
  return { token, cookie: cookies[0]!.split(';')[0]!, setCookie: cookies[0]! };
}

describe('createCsrfTokens', () => {
  const csrfTokens = createCsrfTokens({ secrets: ['s'], origin: ORIGIN, cookieName: 'f' });

  test('accepts the tokens of both forms of a page with one cookie', () => {
    const { response, cookies } = newResponse();
    const tokens = [csrfTokens.issue(requestWith({}), response), csrfTokens.issue(requestWith({}), response)];
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^f=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = cookies[0]!.split(';')[0]!;
    for (const token of tokens) expect(csrfTokens.isValid(requestWith({ cookie }), token)).toBe(true);
  });

  test('issues the same token to a browser that already has the cookie', () => {
    const { token, cookie } = issueTo(csrfTokens);
    const second = newResponse();
    expect(csrfTokens.issue(requestWith({ cookie: `x=1; ${cookie}` }), second.response)).toBe(token);
    expect(second.cookies).toEqual([]);
  });

  test('rejects a token with the cookie of another browser', () => {
    const { token } = issueTo(csrfTokens);
    expect(csrfTokens.isValid(requestWith({ cookie: 'f=AAAAAAAAAAAAAAAAAAAAAA' }), token)).toBe(false);
  });

  test('rejects a token without a cookie', () => {
    const { token } = issueTo(csrfTokens);
    expect(csrfTokens.isValid(requestWith({}), token)).toBe(false);
  });

  test.each([
    ['another origin', { origin: 'http://localhost:2' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the same site', { 'sec-fetch-site': 'same-site' }],
  ])('rejects a form sent from %s', (_name, headers) => {
    const { token, cookie } = issueTo(csrfTokens);
    expect(csrfTokens.isValid(requestWith({ cookie, ...headers }), token)).toBe(false);
  });

  test('rejects a token that was issued with another secret', () => {
    const other = createCsrfTokens({ secrets: ['t'], origin: ORIGIN, cookieName: 'f' });
    const { token, cookie } = issueTo(other);
    expect(csrfTokens.isValid(requestWith({ cookie }), token)).toBe(false);
  });

  test('accepts a token that the secondary secret signed, so that the secret can be rotated', () => {
    const { token, cookie } = issueTo(csrfTokens);
    const rotated = createCsrfTokens({ secrets: ['new', 's'], origin: ORIGIN, cookieName: 'f' });
    expect(rotated.isValid(requestWith({ cookie }), token)).toBe(true);
    expect(csrfTokens.isValid(requestWith({ cookie }), issueTo(rotated).token)).toBe(false);
  });

  test('restricts the cookie of an https origin to TLS and to its host', () => {
    const overTls = createCsrfTokens({ secrets: ['s'], origin: 'https://a.example', cookieName: 'f' });
    const { setCookie, cookie, token } = issueTo(overTls);
    expect(setCookie).toMatch(/^__Host-f=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(overTls.isValid(requestWith({ cookie }), token)).toBe(true);
    expect(overTls.isValid(requestWith({ cookie: cookie.replace('__Host-', '') }), token)).toBe(false);
  });
});
