import { describe, expect, test } from '@jest/globals';
import { Loci } from '../src/index.ts';
import { success } from './scripted-fetch.ts';

describe('context', () => {
  /** Returns a client whose server responds with a text, and the requests that it sends. */
  function clientWith(text: string) {
    const requests: { path: string; body: unknown }[] = [];
    const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const { pathname, search } = new URL(input as string);
      requests.push({ path: pathname + search, body: JSON.parse(init!.body as string) });
      return success({ text, tokens: 3, memories: [{ id: 'a' }] });
    };
    return { loci: new Loci({ accessToken: 'a', fetch }), requests };
  }

  test('is requested with the query, the budget, the sections and filters', async () => {
    const { loci, requests } = clientWith('Tea.');
    const context = await loci.context({ query: 'tea', tokens: 800, sections: ['memories'], tags: 'drinks' });
    expect(requests).toEqual([
      {
        path: '/api/v2/context',
        body: { query: 'tea', max_tokens: 800, sections: ['memories'], tags: 'drinks' },
      },
    ]);
    expect([context.text, context.tokens, context.data.memories[0]!.id]).toEqual(['Tea.', 3, 'a']);
  });

  test('waits for the indexes on request', async () => {
    const { loci, requests } = clientWith('Tea.');
    await loci.context({ query: 'tea', wait_ms: 5_000, require_fresh: true });
    expect(requests).toEqual([
      { path: '/api/v2/context?wait_ms=5000&require_fresh=true', body: { query: 'tea' } },
    ]);
  });

  test('needs neither a query nor a budget', async () => {
    const { loci, requests } = clientWith('Tea.');
    await loci.context();
    expect(requests[0]!.body).toEqual({});
  });

  test('is converted to the formats of OpenAI and Anthropic', async () => {
    const context = await clientWith('Tea.').loci.context({ query: 'tea' });
    expect(context.toOpenAI()).toEqual([{ role: 'system', content: 'Tea.' }]);
    expect(context.toAnthropic()).toEqual([{ type: 'text', text: 'Tea.' }]);
  });

  test('without text has no messages, because the APIs reject empty texts', async () => {
    const context = await clientWith('').loci.context({ query: 'tea' });
    expect([context.toOpenAI(), context.toAnthropic()]).toEqual([[], []]);
  });
});
