import { describe, expect, jest, test } from '@jest/globals';
import { generateText, isStepCount, streamText, wrapLanguageModel } from 'ai';
import type { ModelMessage } from 'ai';
import type { MockLanguageModelV4 } from 'ai/test';
import { lociMiddleware, lociTools } from '../src/index.ts';
import type { LociMiddlewareOptions } from '../src/index.ts';
import { failure, scriptedClient } from './scripted-client.ts';
import type { Handler } from './scripted-client.ts';
import { USAGE, answering, streaming, textAnswer, toolCall } from './scripted-model.ts';

const CONTEXT = '<loci_context>\n<memories>\n- Ada prefers tea.\n</memories>\n</loci_context>';
const TEA = { type: 'text-delta', id: '1', delta: 'Tea.' } as const;

/** Wraps a model with a middleware that stores. `settle` resolves when all stores have ended. */
function wrap(
  inner: MockLanguageModelV4,
  options: LociMiddlewareOptions = {},
  handlers: Record<string, Handler> = {},
) {
  const scripted = scriptedClient({
    'POST /api/v2/context': () => ({ text: CONTEXT, tokens: 12 }),
    'POST /api/v2/memories': () => ({ id: 'a' }),
    'POST /api/v2/search/hybrid': () => ({ items: [] }),
    ...handlers,
  });
  const pending: Promise<void>[] = [];
  const waitUntil = (stored: Promise<void>): void => void pending.push(stored);
  const middleware = lociMiddleware(scripted.client, { waitUntil, ...options });
  return {
    client: scripted.client,
    model: wrapLanguageModel({ model: inner, middleware }),
    settle: () => Promise.all(pending),
    /** Bodies of the requests that store a memory. */
    stored: () =>
      scripted.requests
        .filter(({ operation }) => operation === 'POST /api/v2/memories')
        .map(({ body }) => body),
    /** Idempotency keys of the requests that store a memory. */
    keys: () =>
      scripted.requests
        .filter(({ operation }) => operation === 'POST /api/v2/memories')
        .map(({ headers }) => headers.get('idempotency-key')),
  };
}

const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });

describe('after an answer, the middleware', () => {
  test('stores what the user said, but neither the answer nor the recalled context', async () => {
    const { model, settle, stored } = wrap(answering(textAnswer('Noted.')));
    await generateText({ model, messages: [user('Hi.'), assistant('Hello.'), user('I prefer tea.')] });
    await settle();
    expect(stored()).toEqual([
      {
        content: 'I prefer tea.',
        memory_type: 'conversation',
        source_type: 'conversation',
        tags: [],
        metadata: {},
      },
    ]);
  });

  test('adds the tags and the conversation of the options', async () => {
    const { model, settle, stored } = wrap(answering(textAnswer('Noted.')), {
      tags: ['user-ada'],
      conversationId: 'chat-1',
    });
    await generateText({ model, prompt: 'I prefer tea.' });
    await settle();
    expect(stored()[0]).toMatchObject({ tags: ['user-ada'], metadata: { conversation_id: 'chat-1' } });
  });

  test('stores the memory that `toMemory` returns', async () => {
    const { model, settle, stored } = wrap(answering(textAnswer('Noted.')), {
      tags: ['user-ada'],
      toMemory: async (text) => ({
        content: text.replace('1234', '****'),
        memory_type: 'fact',
        tags: ['pin'],
      }),
    });
    await generateText({ model, prompt: 'My PIN is 1234.' });
    await settle();
    expect(stored()).toEqual([
      { content: 'My PIN is ****.', memory_type: 'fact', tags: ['pin', 'user-ada'], metadata: {} },
    ]);
  });

  test('stores nothing if `toMemory` returns null', async () => {
    const onError = jest.fn();
    const { model, settle, stored } = wrap(answering(textAnswer('Noted.')), {
      toMemory: () => null,
      onError,
    });
    await generateText({ model, prompt: 'I prefer tea.' });
    await settle();
    expect([stored(), onError.mock.calls]).toEqual([[], []]);
  });

  test('stores nothing if storing is turned off', async () => {
    const { model, settle, stored } = wrap(answering(textAnswer('Noted.')), { store: false });
    await generateText({ model, prompt: 'I prefer tea.' });
    await settle();
    expect(stored()).toEqual([]);
  });

  test.each([
    ['a complete context', `I prefer tea.\n${CONTEXT}\nReally.`, 'I prefer tea.\n\nReally.'],
    ['a truncated context', `I prefer tea.\n${CONTEXT.slice(0, 40)}`, 'I prefer tea.'],
    ['two contexts', `${CONTEXT} I prefer tea. ${CONTEXT}`, 'I prefer tea.'],
  ])('does not store %s in the message of the user', async (_, prompt, content) => {
    const { model, settle, stored } = wrap(answering(textAnswer('Noted.')));
    await generateText({ model, prompt });
    await settle();
    expect(stored().map((body) => body['content'])).toEqual([content]);
  });

  test('stores nothing for a message that consists of a context', async () => {
    const { model, settle, stored } = wrap(answering(textAnswer('Noted.')));
    await generateText({ model, prompt: CONTEXT });
    await settle();
    expect(stored()).toEqual([]);
  });

  test('stores at most 10,000 characters, without NUL characters and without halves of surrogate pairs', async () => {
    const { model, settle, stored } = wrap(answering(textAnswer('Noted.')));
    await generateText({ model, prompt: `a\0${'😀'.repeat(6_000)}` });
    await settle();
    const content = stored()[0]!['content'] as string;
    expect([content.length, content.includes('\0'), content.isWellFormed()]).toEqual([10_000, false, true]);
  });

  test('stores the message once in a turn with several calls of the model', async () => {
    const inner = answering(toolCall('recall', { query: 'tea' }), textAnswer('Noted.'));
    const { client, model, settle, stored } = wrap(inner);
    await generateText({
      model,
      tools: lociTools(client),
      prompt: 'I prefer tea.',
      stopWhen: isStepCount(2),
    });
    await settle();
    expect(inner.doGenerateCalls).toHaveLength(2);
    expect(stored()).toHaveLength(1);
  });

  test('sends the same idempotency key for a repeated turn, and another one for the same words later', async () => {
    let contexts = 0;
    const { model, settle, keys } = wrap(
      answering(textAnswer('A'), textAnswer('B'), textAnswer('C')),
      {},
      {
        'POST /api/v2/context': () => ({ text: `<loci_context>${++contexts}</loci_context>`, tokens: 12 }),
      },
    );
    await generateText({ model, messages: [user('Yes.')] });
    await generateText({ model, messages: [user('Yes.')] });
    await generateText({ model, messages: [user('Yes.'), assistant('B'), user('Yes.')] });
    await settle();
    const [first, second, third] = keys();
    expect(first).toMatch(/^ai-sdk-[0-9a-f]{64}$/);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  test.each([{ tags: ['user-ada'] }, { conversationId: 'chat-1' }])(
    'sends another idempotency key with the options %j',
    async (options) => {
      const [plain, other] = await Promise.all(
        [{}, options].map(async (one) => {
          const { model, settle, keys } = wrap(answering(textAnswer('Noted.')), one);
          await generateText({ model, prompt: 'Yes.' });
          await settle();
          return keys()[0];
        }),
      );
      expect(other).not.toBe(plain);
    },
  );
});

describe('a store', () => {
  test('does not delay the answer', async () => {
    const { promise: requested, resolve } = Promise.withResolvers<void>();
    const response = Promise.withResolvers<object>();
    const respondLater = (): Promise<object> => {
      resolve();
      return response.promise;
    };
    const { model, settle } = wrap(
      answering(textAnswer('Noted.')),
      {},
      {
        'POST /api/v2/memories': respondLater,
      },
    );
    const { text } = await generateText({ model, prompt: 'I prefer tea.' });
    expect(text).toBe('Noted.');
    await requested;
    response.resolve({ id: 'a' });
    await settle();
  });

  test.each([
    [
      'the server rejects it',
      {},
      { 'POST /api/v2/memories': () => failure(409, 'BIZ_QUOTA_EXCEEDED', 'Full.') },
    ],
    [
      '`toMemory` throws',
      {
        toMemory: () => {
          throw new Error('Full.');
        },
      },
      {},
    ],
    [
      '`waitUntil` throws',
      {
        waitUntil: () => {
          throw new Error('Full.');
        },
      },
      {},
    ],
  ])('reports an error and does not fail the answer if %s', async (_, options, handlers) => {
    const onError = jest.fn<NonNullable<LociMiddlewareOptions['onError']>>();
    const { model, settle } = wrap(answering(textAnswer('Noted.')), { onError, ...options }, handlers);
    const { text } = await generateText({ model, prompt: 'I prefer tea.' });
    await settle();
    expect(text).toBe('Noted.');
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: 'Full.' }), 'store']]);
  });

  test('does not happen if the model fails', async () => {
    const inner = answering();
    inner.doGenerate = () => Promise.reject(new Error('Overloaded.'));
    const { model, settle, stored } = wrap(inner);
    await expect(generateText({ model, prompt: 'I prefer tea.', maxRetries: 0 })).rejects.toThrow(
      'Overloaded.',
    );
    await settle();
    expect(stored()).toEqual([]);
  });

  test.each(['error', 'interrupted'] as const)(
    'does not happen for the finish reason %s',
    async (unified) => {
      const answer = { ...textAnswer('No'), finishReason: { unified, raw: undefined } };
      const { model, settle, stored } = wrap(answering(answer));
      await generateText({ model, prompt: 'I prefer tea.' });
      await settle();
      expect(stored()).toEqual([]);
    },
  );
});

describe('a stream', () => {
  test('passes all parts on, and stores the message when it ends', async () => {
    const { model, settle, stored } = wrap(streaming(TEA, TEA));
    const { textStream } = streamText({ model, prompt: 'I prefer tea.' });
    const deltas: string[] = [];
    for await (const delta of textStream) {
      deltas.push(delta);
      expect(stored()).toEqual([]);
    }
    await settle();
    expect(deltas).toEqual(['Tea.', 'Tea.']);
    expect(stored().map((body) => body['content'])).toEqual(['I prefer tea.']);
  });

  test('stores nothing if it is canceled', async () => {
    let canceled = false;
    const inner = streaming();
    inner.doStream = async () => ({
      stream: new ReadableStream({
        start: (controller) => controller.enqueue({ type: 'text-start', id: '1' }),
        cancel: () => void (canceled = true),
      }),
    });
    const { model, settle, stored } = wrap(inner);
    const { stream } = await model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Tea.' }] }],
    });
    await stream.cancel();
    await settle();
    expect([canceled, stored()]).toEqual([true, []]);
  });

  test('stores nothing if the provider interrupts it', async () => {
    const finishReason = { unified: 'interrupted', raw: undefined } as const;
    const { model, settle, stored } = wrap(streaming(TEA, { type: 'finish', finishReason, usage: USAGE }));
    await streamText({ model, prompt: 'I prefer tea.' }).consumeStream();
    await settle();
    expect(stored()).toEqual([]);
  });

  test('stores nothing if it contains an error', async () => {
    const { model, settle, stored } = wrap(
      streaming(TEA, { type: 'error', error: new Error('Overloaded.') }),
    );
    const result = streamText({ model, prompt: 'I prefer tea.', onError: () => {} });
    await result.consumeStream({ onError: () => {} });
    await settle();
    expect(stored()).toEqual([]);
  });
});
