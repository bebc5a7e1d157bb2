import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { createCsrfTokens } from './csrf-tokens.ts';

const ORIGIN = 'http://localhost:1';

const requestWith = (headers: Record<string, string>): IncomingMessage => ({ headers }) as never;

function newResponse(): { response: ServerResponse; cookies: string[] } {
  const cookies: string[] = [];
  const response = { appendHeader: (_name: string, value: string) => void cookies.push(value) };
  return { response: response as never, cookies };
}

describe('form tokens', () => {
  const forms = createCsrfTokens({ secret: 's', origin: ORIGIN, cookieName: 'f' });

  test('a page with two forms sets one cookie, with which both tokens count', () => {
    const { response, cookies } = newResponse();
    const tokens = [forms.issue(requestWith({}), response), forms.issue(requestWith({}), response)];
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^f=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = cookies[0]!.split(';')[0]!;
    for (const token of tokens) expect(forms.isValid(requestWith({ cookie }), token)).toBe(true);
  });

  test('a browser that has the cookie keeps it', () => {
    const first = newResponse();
    const token = forms.issue(requestWith({}), first.response);
    const cookie = first.cookies[0]!.split(';')[0]!;
    const second = newResponse();
    expect(forms.issue(requestWith({ cookie: `x=1; ${cookie}` }), second.response)).toBe(token);
    expect(second.cookies).toEqual([]);
  });

  test.each([
    ['of another browser', { cookie: 'f=AAAAAAAAAAAAAAAAAAAAAA' }],
    ['without a cookie', {}],
    ['from another origin', { origin: 'http://localhost:2' }],
    ['from nowhere', { origin: 'null' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another server of the host', { 'sec-fetch-site': 'same-site' }],
  ])('%s it does not count', (_name, headers: Record<string, string>) => {
    const { response, cookies } = newResponse();
    const token = forms.issue(requestWith({}), response);
    const cookie = cookies[0]!.split(';')[0]!;
    const given = 'cookie' in headers || Object.keys(headers).length === 0 ? headers : { cookie, ...headers };
    expect(forms.isValid(requestWith(given), token)).toBe(false);
  });

  test('another secret makes other tokens, and TLS a secure cookie', () => {
    const { response, cookies } = newResponse();
    const other = createCsrfTokens({ secret: 't', origin: 'https://a.example', cookieName: 'f' });
    const token = other.issue(requestWith({}), response);
    expect(cookies[0]).toContain('; Secure');
    expect(forms.isValid(requestWith({ cookie: cookies[0]!.split(';')[0]! }), token)).toBe(false);
  });
});
