import { describe, expect, jest, test } from '@jest/globals';
import { TimeoutError } from '@loci/client';
import { generateText, streamText, wrapLanguageModel } from 'ai';
import type { ModelMessage } from 'ai';
import { lociMiddleware } from '../src/index.ts';
import type { LociMiddlewareOptions } from '../src/index.ts';
import { failure, scriptedClient } from './scripted-client.ts';
import type { Handler } from './scripted-client.ts';
import { answering, streaming, textAnswer } from './scripted-model.ts';

const CONTEXT = '<loci_context>\n<memories>\n- Ada prefers tea.\n</memories>\n</loci_context>';

const withContext = (text: string): Record<string, Handler> => ({
  'POST /api/v2/context': () => ({ text, tokens: 12 }),
});

/** Sends messages to a wrapped model. Returns the prompt that the model receives, and the requests to Loci. */
async function send(
  messages: ModelMessage[],
  handlers: Record<string, Handler> = withContext(CONTEXT),
  options: LociMiddlewareOptions = {},
) {
  const { client, requests } = scriptedClient(handlers);
  const inner = answering(textAnswer('Tea.'));
  const middleware = lociMiddleware(client, { store: false, ...options });
  const model = wrapLanguageModel({ model: inner, middleware });
  const { text } = await generateText({
    model,
    messages,
    instructions: 'Be brief.',
    allowSystemInMessages: true,
  });
  return { text, prompt: inner.doGenerateCalls[0]!.prompt, requests };
}

const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });

describe('the recall of the middleware', () => {
  test('inserts the context for the last message of the user after the instructions', async () => {
    const { prompt, requests } = await send([user('Hi.'), assistant('Hello.'), user('What do I drink?')]);
    expect(
      prompt.map(({ role, content }) => [role, typeof content === 'string' ? content : content[0]]),
    ).toEqual([
      ['system', 'Be brief.'],
      ['system', CONTEXT],
      ['user', { type: 'text', text: 'Hi.' }],
      ['assistant', { type: 'text', text: 'Hello.' }],
      ['user', { type: 'text', text: 'What do I drink?' }],
    ]);
    expect(requests.map(({ body }) => body)).toEqual([{ query: 'What do I drink?', max_tokens: 1_500 }]);
  });

  test('also runs before a stream', async () => {
    const inner = streaming({ type: 'text-delta', id: '1', delta: 'Tea.' });
    const middleware = lociMiddleware(scriptedClient(withContext(CONTEXT)).client, { store: false });
    const { text } = streamText({ model: wrapLanguageModel({ model: inner, middleware }), prompt: 'Tea?' });
    expect(await text).toBe('Tea.');
    expect(inner.doStreamCalls[0]!.prompt[0]).toEqual({ role: 'system', content: CONTEXT });
  });

  test('sends the number of tokens of the options', async () => {
    const { requests } = await send([user('Tea?')], withContext(CONTEXT), { tokens: 300 });
    expect(requests[0]!.body['max_tokens']).toBe(300);
  });

  test('with tags, requests only sections that contain no memories without these tags', async () => {
    const { requests } = await send([user('Tea?')], withContext(CONTEXT), { tags: ['user-ada', 'team-a'] });
    expect(requests[0]!.body).toMatchObject({ tags: 'user-ada,team-a', sections: ['profile', 'memories'] });
  });

  test('does not change the prompt if the context is empty', async () => {
    const { prompt } = await send([user('Tea?')], withContext(''));
    expect(prompt.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  test('does not run if it is turned off', async () => {
    const { prompt, requests } = await send([user('Tea?')], {}, { recall: false });
    expect([prompt.length, requests]).toEqual([2, []]);
  });

  test('sends no query for a message without text, because the server rejects an empty query', async () => {
    const image: ModelMessage = {
      role: 'user',
      content: [{ type: 'file', mediaType: 'image/png', data: new Uint8Array([1]) }],
    };
    const { requests } = await send([image]);
    expect(requests[0]!.body).toEqual({ max_tokens: 1_500 });
  });

  test('sends both ends of a long message as a query of at most 4,000 characters', async () => {
    const { requests } = await send([user(`Why? ${'x'.repeat(5_000)} What now?`)]);
    const query = requests[0]!.body['query'] as string;
    expect(query.length).toBeLessThanOrEqual(4_000);
    expect([query.slice(0, 4), query.slice(-9)]).toEqual(['Why?', 'What now?']);
  });

  test('sends a query without NUL characters and without halves of surrogate pairs', async () => {
    const { requests } = await send([user(`a\0b${'😀'.repeat(3_000)}`)]);
    const query = requests[0]!.body['query'] as string;
    expect([query.startsWith('ab'), query.isWellFormed()]).toEqual([true, true]);
  });

  test('does not search for a context in the message of the user', async () => {
    const { requests } = await send([user(`${CONTEXT}\nWhat do I drink?`)]);
    expect(requests[0]!.body['query']).toBe('What do I drink?');
  });
});

describe('a recall that fails', () => {
  test.each([
    ['rejects the request', () => failure(503, 'SYS_SERVICE_UNAVAILABLE', 'Unavailable.'), 'Unavailable.'],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed')), 'fetch failed'],
  ])('lets the model answer without a context if the server %s', async (_, handler, message) => {
    const onError = jest.fn<NonNullable<LociMiddlewareOptions['onError']>>();
    const { text, prompt } = await send([user('Tea?')], { 'POST /api/v2/context': handler }, { onError });
    expect([text, prompt.length]).toEqual(['Tea.', 2]);
    const [error, operation] = onError.mock.calls[0]!;
    expect([(error as Error).message, operation]).toEqual([expect.stringContaining(message), 'recall']);
  });

  test('lets the model answer after the deadline if the server does not respond', async () => {
    const onError = jest.fn<NonNullable<LociMiddlewareOptions['onError']>>();
    const startedAt = performance.now();
    const handlers = { 'POST /api/v2/context': () => new Promise(() => {}) };
    const { text } = await send([user('Tea?')], handlers, { recallTimeoutMs: 50, onError });
    expect(text).toBe('Tea.');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const [error] = onError.mock.calls[0]!;
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as Error).message).toContain('50 ms');
  });

  test('lets the model answer if `onError` throws', async () => {
    const print = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const onError = (): void => {
      throw new Error('Broken callback.');
    };
    const { text } = await send([user('Tea?')], {}, { onError });
    expect([text, print.mock.calls[0]]).toEqual([
      'Tea.',
      ['Loci: recall failed.', new Error('Broken callback.')],
    ]);
    print.mockRestore();
  });

  test('prints a warning without `onError`', async () => {
    const print = jest.spyOn(console, 'warn').mockImplementation(() => {});
    await send([user('Tea?')], {});
    expect(print.mock.calls[0]![0]).toBe('Loci: recall failed.');
    print.mockRestore();
  });

  test('ends without a report if the application aborts the call', async () => {
    const controller = new AbortController();
    const onError = jest.fn<NonNullable<LociMiddlewareOptions['onError']>>();
    const { client } = scriptedClient({
      'POST /api/v2/context': () => {
        controller.abort(new Error('Stopped.'));
        return new Promise(() => {});
      },
    });
    const model = wrapLanguageModel({
      model: answering(textAnswer('Tea.')),
      middleware: lociMiddleware(client, { store: false, onError, recallTimeoutMs: 600_000 }),
    });
    const call = generateText({ model, prompt: 'Tea?', abortSignal: controller.signal });
    await call.catch(() => {});
    expect(onError).not.toHaveBeenCalled();
  });
});
