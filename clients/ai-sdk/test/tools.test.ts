import { describe, expect, test } from '@jest/globals';
import { RELATIONSHIP_TYPES as SERVER_TYPES } from '@loci/contracts';
import { generateText, isStepCount } from 'ai';
import { lociTools } from '../src/index.ts';
import { RELATIONSHIP_TYPES } from '@loci/client';
import { failure, scriptedClient } from './scripted-client.ts';
import { answering, textAnswer, toolCall } from './scripted-model.ts';

const ID = '01a2018e-850c-7000-bee0-3ea9bd90741f';
const OTHER_ID = '01a2018e-850c-7000-bee0-3ea9bd907420';

const FOUND = {
  id: ID,
  content: 'Ada prefers tea.',
  snippet: 'Ada prefers tea.',
  score: 0.912345678,
  metadata: { memory_type: 'fact', highlight: null },
  tags: [],
  occurred_at: '2026-05-01T00:00:00.000Z',
  document_id: null,
};

/** Lets a scripted model call a tool. Returns what the model receives as the result. */
async function resultOf(
  tools: ReturnType<typeof lociTools>,
  toolName: string,
  input: object,
): Promise<unknown> {
  const model = answering(toolCall(toolName, input), textAnswer('Done.'));
  await generateText({ model, tools, prompt: 'Go.', stopWhen: isStepCount(2) });
  const [part] = model.doGenerateCalls[1]!.prompt.at(-1)!.content as { output: unknown }[];
  return part!.output;
}

describe('the tool store', () => {
  test('stores a memory and returns its ID', async () => {
    const { client, requests } = scriptedClient({
      'POST /api/v2/memories': () => ({ id: ID, similar: [] }),
    });
    const input = { content: 'Ada prefers tea.', memory_type: 'insight', tags: ['drinks'], importance: 0.7 };
    expect(await resultOf(lociTools(client), 'store', input)).toEqual({ type: 'json', value: { id: ID } });
    expect(requests.map(({ body }) => body)).toEqual([{ ...input, check_similar: true }]);
  });

  test('returns similar memories without the evidence for the similarity', async () => {
    const similar = [
      { id: OTHER_ID, kind: 'contradiction', score: 0.9, content: 'Ada hates tea.', evidence: {} },
    ];
    const { client } = scriptedClient({ 'POST /api/v2/memories': () => ({ id: ID, similar }) });
    expect(await resultOf(lociTools(client), 'store', { content: 'Ada prefers tea.' })).toEqual({
      type: 'json',
      value: { id: ID, similar: [{ id: OTHER_ID, kind: 'contradiction', content: 'Ada hates tea.' }] },
    });
  });

  test('adds the tags of the options to the tags of the model', async () => {
    const { client, requests } = scriptedClient({
      'POST /api/v2/memories': () => ({ id: ID, similar: null }),
    });
    await resultOf(lociTools(client, { tags: ['user-ada'] }), 'store', { content: 'Tea.', tags: ['drinks'] });
    expect(requests[0]!.body['tags']).toEqual(['user-ada', 'drinks']);
  });

  test.each([
    [[], 10, 1],
    [[], 11, 0],
    [['user-ada'], 9, 1],
    [['user-ada'], 10, 0],
  ])(
    'with the tags %j in the options, %i tags of the model lead to %i requests',
    async (tags, count, sent) => {
      const { client, requests } = scriptedClient({
        'POST /api/v2/memories': () => ({ id: ID, similar: null }),
      });
      const chosen = Array.from({ length: count }, (_, index) => `tag-${index}`);
      await resultOf(lociTools(client, { tags }), 'store', { content: 'Tea.', tags: chosen });
      expect(requests).toHaveLength(sent);
    },
  );

  test('reports the message of the server to the model if the server rejects the memory', async () => {
    const { client } = scriptedClient({
      'POST /api/v2/memories': () => failure(409, 'BIZ_QUOTA_EXCEEDED', 'The storage quota is exceeded.'),
    });
    const output = await resultOf(lociTools(client), 'store', { content: 'Tea.' });
    expect(output).toMatchObject({ type: 'error-text', value: expect.stringContaining('The storage quota') });
  });
});

describe('the tool recall', () => {
  test('returns results in few tokens', async () => {
    const { client, requests } = scriptedClient({ 'POST /api/v2/search/hybrid': () => ({ items: [FOUND] }) });
    const output = await resultOf(lociTools(client), 'recall', { query: 'tea' });
    expect(output).toEqual({
      type: 'json',
      value: {
        results: [
          {
            id: ID,
            content: 'Ada prefers tea.',
            score: 0.9123,
            occurred_at: '2026-05-01T00:00:00.000Z',
            memory_type: 'fact',
          },
        ],
      },
    });
    expect(requests[0]!.body).toEqual({ query: 'tea', limit: 10, rrf_k: 10, ranking: 'auto' });
  });

  test('returns the tags of a memory and the document of a chunk', async () => {
    const chunk = { ...FOUND, metadata: { memory_type: null }, document_id: OTHER_ID };
    const { client } = scriptedClient({
      'POST /api/v2/search/hybrid': () => ({ items: [{ ...FOUND, tags: ['drinks'] }, chunk] }),
    });
    const { value } = (await resultOf(lociTools(client), 'recall', { query: 'tea' })) as {
      value: { results: object[] };
    };
    expect(value.results[0]).toHaveProperty('tags', ['drinks']);
    expect(value.results[1]).toHaveProperty('document_id', OTHER_ID);
    expect(value.results[1]).not.toHaveProperty('memory_type');
  });

  test('sends the limit and the dates of the model, and the tags of the options', async () => {
    const { client, requests } = scriptedClient({ 'POST /api/v2/search/hybrid': () => ({ items: [] }) });
    const input = { query: 'tea', limit: 3, start_date: '2026-01-01', end_date: '2026-02-01' };
    await resultOf(lociTools(client, { tags: ['user-ada', 'team-a'] }), 'recall', input);
    expect(requests[0]!.body).toEqual({ ...input, rrf_k: 10, ranking: 'auto', tags: 'user-ada,team-a' });
  });
});

describe('the tool connect', () => {
  const input = { from_memory: ID, to_memory: OTHER_ID, relationship_type: 'supports' };

  test('creates a relationship and returns its ID', async () => {
    const { client, requests } = scriptedClient({ 'POST /api/v2/relationships': () => ({ id: 'r' }) });
    expect(await resultOf(lociTools(client), 'connect', { ...input, strength: 0.9 })).toEqual({
      type: 'json',
      value: { id: 'r' },
    });
    await resultOf(lociTools(client), 'connect', input);
    const expected = { from_id: ID, to_id: OTHER_ID, relationship_type: 'supports' };
    expect(requests.map(({ body }) => body)).toEqual([
      { ...expected, strength: 0.9 },
      { ...expected, strength: 0.5 },
    ]);
  });

  test.each([{ from_memory: 'Ada' }, { relationship_type: 'likes' }, { strength: 2 }])(
    'rejects %j without a request',
    async (invalid) => {
      const { client, requests } = scriptedClient({});
      const output = await resultOf(lociTools(client), 'connect', { ...input, ...invalid });
      expect([output, requests]).toEqual([expect.objectContaining({ type: 'error-text' }), []]);
    },
  );

  test('accepts the relationship types of the server', () => {
    expect(RELATIONSHIP_TYPES).toEqual(SERVER_TYPES);
  });
});

test('a tool call that is aborted aborts its request', async () => {
  const controller = new AbortController();
  const { client, requests } = scriptedClient({
    'POST /api/v2/search/hybrid': () => {
      controller.abort(new Error('Stopped.'));
      return new Promise(() => {});
    },
  });
  const execute = lociTools(client).recall.execute!;
  const options = { toolCallId: 'a', messages: [], abortSignal: controller.signal, context: {} };
  await expect((async () => execute({ query: 'tea' }, options))()).rejects.toThrow('Stopped.');
  expect(requests).toHaveLength(1);
});

test('lociTools rejects more than nine tags, because the server accepts ten per memory', () => {
  const { client } = scriptedClient({});
  const tags = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
  expect(() => lociTools(client, { tags })).toThrow(RangeError);
  expect(() => lociTools(client, { tags: tags.slice(1) })).not.toThrow();
});
