import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { lociMiddleware, lociTools } from '@loci/ai-sdk';
import { LociChatMessageHistory, LociRetriever, LociStore } from '@loci/langchain';
import { generateText, wrapLanguageModel } from 'ai';
import { openClientPlatform } from './client-platform.ts';
import { model } from './quick-start-model.ts';
import { runQuickStart } from './run-quick-start.ts';

const MODEL = join(import.meta.dirname, 'quick-start-model.ts');

const platform = await openClientPlatform();
afterAll(() => platform.close());

/** Calls a tool like the AI SDK. */
async function call<O>(tool: { execute?: unknown }, input: object): Promise<O> {
  const execute = tool.execute as (input: object, options: object) => Promise<O>;
  return execute(input, { toolCallId: 'a', messages: [] });
}

describe('@loci/ai-sdk on a running platform', () => {
  test('the quick start has at most ten lines, and prints what the README promises', async () => {
    const options = await platform.createOptions();
    const { lines, promised, stdout } = await runQuickStart('ai-sdk', options, { 'model.ts': MODEL });
    expect(lines).toBeLessThanOrEqual(10);
    expect(stdout).toBe(promised);
  });

  test('the middleware recalls in one conversation what the user said in another one', async () => {
    const client = await platform.createClient();
    const stores: Promise<void>[] = [];
    const errors: unknown[] = [];
    const say = (tag: string, prompt: string) => {
      const middleware = lociMiddleware(client, {
        tags: [tag],
        conversationId: `chat-${stores.length}`,
        waitUntil: (stored) => void stores.push(stored),
        onError: (error) => void errors.push(error),
        recallTimeoutMs: 10_000,
      });
      return generateText({ model: wrapLanguageModel({ model, middleware }), prompt });
    };
    await say('user-ada', 'I prefer tea to coffee.');
    await Promise.all(stores);
    expect((await say('user-ada', 'Which hot drink do I prefer?')).text).toBe('I prefer tea to coffee.');
    expect((await say('user-bob', 'Which hot drink do I prefer?')).text).toBe('I do not know.');
    await Promise.all(stores);
    const { items } = await client.memories.list({ tags: 'user-ada', sort: 'created_at' });
    expect(items.map(({ content, memory_type, metadata }) => [content, memory_type, metadata])).toEqual([
      ['I prefer tea to coffee.', 'conversation', { conversation_id: 'chat-0' }],
      ['Which hot drink do I prefer?', 'conversation', { conversation_id: 'chat-1' }],
    ]);
    expect(errors).toEqual([]);
  });

  test('a repeated turn is stored once', async () => {
    const client = await platform.createClient();
    const stores: Promise<void>[] = [];
    const middleware = lociMiddleware(client, { waitUntil: (stored) => void stores.push(stored) });
    for (let attempt = 0; attempt < 2; attempt++) {
      await generateText({ model: wrapLanguageModel({ model, middleware }), prompt: 'I prefer tea.' });
      await Promise.all(stores);
    }
    expect((await client.memories.list()).items).toHaveLength(1);
  });

  test('the tools store, find and connect memories', async () => {
    const client = await platform.createClient();
    const tools = lociTools(client, { tags: ['user-ada'] });
    const tea = await call<{ id: string }>(tools.store, {
      content: 'Ada prefers tea to coffee.',
      memory_type: 'insight',
      tags: ['drinks'],
    });
    const shop = await call<{ id: string }>(tools.store, {
      content: 'Ada buys Darjeeling in Lisbon.',
    });
    const { id } = await call<{ id: string }>(tools.connect, {
      from_memory: shop.id,
      to_memory: tea.id,
      relationship_type: 'supports',
    });
    expect(await client.relationships.get(id)).toMatchObject({
      relationship_type: 'supports',
      strength: 0.5,
    });
    const query = { query: 'Which drink does Ada prefer?' };
    const { results } = await call<{ results: object[] }>(tools.recall, query);
    expect(results[0]).toMatchObject({ id: tea.id, memory_type: 'insight', tags: ['drinks', 'user-ada'] });
    const other = lociTools(client, { tags: ['user-bob'] });
    expect(await call(other.recall, query)).toEqual({ results: [] });
  });
});

describe('@loci/langchain on a running platform', () => {
  test('the quick start has at most ten lines, and prints what the README promises', async () => {
    const { lines, promised, stdout } = await runQuickStart('langchain', await platform.createOptions());
    expect(lines).toBeLessThanOrEqual(10);
    expect(stdout).toBe(promised);
  });

  test('the store sets, changes, finds and deletes keys', async () => {
    const client = await platform.createClient();
    const store = new LociStore({ client, namespace: 'Préférences' });
    const keys = Array.from({ length: 120 }, (_, index) => `user/${index}`);
    await store.mset(keys.map((key, index) => [key, { index }]));
    await store.mset([
      ['user/7', 'Ada prefers tea to coffee.'],
      ['\0odd key', { text: 'a\0b\ud83d' }],
    ]);
    expect(await store.mget(['user/7', 'user/8', '\0odd key', 'missing'])).toEqual([
      'Ada prefers tea to coffee.',
      { index: 8 },
      { text: 'a\0b\ud83d' },
      undefined,
    ]);
    expect((await store.mget(keys)).filter((value) => value === undefined)).toEqual([]);
    const retriever = new LociRetriever({ client, limit: 1, search: { tags: await store.tag() } });
    expect((await retriever.invoke('Which hot drink?'))[0]?.pageContent).toBe('Ada prefers tea to coffee.');
    await store.mdelete(keys);
    const remaining: string[] = [];
    for await (const key of store.yieldKeys()) remaining.push(key);
    expect(remaining).toEqual(['\0odd key']);
  });

  test('the history returns the messages of a conversation in order, also from several pages, and clears them', async () => {
    const client = await platform.createClient();
    const history = new LociChatMessageHistory({ client, sessionId: 'chat/1', tags: ['user-ada'] });
    const first = Array.from({ length: 130 }, (_, index) => new HumanMessage(`Message ${index}.`));
    const last = new AIMessage({
      content: '',
      tool_calls: [{ id: 'call-1', name: 'brew', args: { minutes: 3 } }],
    });
    await history.addMessages(first);
    await history.addMessage(last);
    const other = new LociChatMessageHistory({ client, sessionId: 'chat/2' });
    await other.addAIMessage('Hello.');
    const messages = await history.getMessages();
    expect(messages.map((message) => message.toDict())).toEqual(
      [...first, last].map((message) => message.toDict()),
    );
    await history.clear();
    expect([await history.getMessages(), await other.getMessages()]).toEqual([[], [new AIMessage('Hello.')]]);
  });
});
