import { describe, expect, test } from '@jest/globals';
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import { ChatPromptTemplate, MessagesPlaceholder } from '@langchain/core/prompts';
import { RunnableWithMessageHistory } from '@langchain/core/runnables';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { LociChatMessageHistory } from '../src/index.ts';
import { fakeMemories } from './fake-memories.ts';

const texts = async (history: LociChatMessageHistory): Promise<string[]> =>
  (await history.getMessages()).map(({ text }) => text);

const humans = (count: number): HumanMessage[] =>
  Array.from({ length: count }, (_, index) => new HumanMessage(`Message ${index}.`));

describe('LociChatMessageHistory', () => {
  test('returns messages of all types as they were added', async () => {
    const history = new LociChatMessageHistory({ client: fakeMemories().client, sessionId: 'chat-1' });
    const messages = [
      new SystemMessage('Be brief.'),
      new HumanMessage({ content: [{ type: 'text', text: 'Tea?' }], id: 'human-1' }),
      new AIMessage({ content: '', tool_calls: [{ id: 'call-1', name: 'brew', args: { minutes: 3 } }] }),
      new ToolMessage({ content: 'Ready.', tool_call_id: 'call-1' }),
      new AIMessage('Your tea is ready.\0'),
    ];
    await history.addMessages(messages);
    const received = await history.getMessages();
    expect(received.map((message) => message.toDict())).toEqual(messages.map((message) => message.toDict()));
    expect(received[2]).toBeInstanceOf(AIMessage);
  });

  test('adds several messages in one atomic request', async () => {
    const { client, requests } = fakeMemories();
    await new LociChatMessageHistory({ client, sessionId: 'chat-1' }).addMessages(humans(50));
    expect(requests.map(({ method, path, body }) => [method, path, body['atomic']])).toEqual([
      ['POST', '/api/v2/memories/bulk', true],
    ]);
  });

  test('adds more messages than the server accepts at once in several requests, in order', async () => {
    const { client, requests } = fakeMemories();
    const history = new LociChatMessageHistory({ client, sessionId: 'chat-1', limit: 2_000 });
    await history.addMessages(humans(1_001));
    expect(requests.map(({ body }) => (body['memories'] as unknown[]).length)).toEqual([1_000, 1]);
    expect((await texts(history)).at(-1)).toBe('Message 1000.');
  });

  test('adds large messages in requests of at most 8 MiB', async () => {
    const { client, requests } = fakeMemories();
    const history = new LociChatMessageHistory({ client, sessionId: 'chat-1' });
    await history.addMessages(Array.from({ length: 150 }, () => new HumanMessage('x'.repeat(55_000))));
    const sizes = requests.map(({ body }) => JSON.stringify(body).length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.filter((size) => size > 8 * 1_024 * 1_024)).toEqual([]);
  });

  test('stores searchable text with the type, the conversation and the tags', async () => {
    const { client, memories } = fakeMemories();
    const history = new LociChatMessageHistory({ client, sessionId: 'chat-1', tags: ['user-ada'] });
    await history.addUserMessage('I prefer tea.');
    await history.addMessage(new AIMessage({ content: '', tool_calls: [{ id: 'a', name: 'b', args: {} }] }));
    expect(memories).toMatchObject([
      {
        content: 'I prefer tea.',
        memory_type: 'conversation',
        source_type: 'conversation',
        tags: ['user-ada', expect.stringMatching(/^lc-chat-[0-9a-f]{32}$/)],
        metadata: { conversation_id: 'chat-1' },
      },
      { content: 'Message of the type ai without text.' },
    ]);
  });

  test('returns the newest messages up to the limit, oldest first, from several pages', async () => {
    const { client, requests } = fakeMemories();
    const history = new LociChatMessageHistory({ client, sessionId: 'chat-1', limit: 120 });
    await history.addMessages(humans(300));
    const received = await texts(history);
    expect([received.length, received[0], received.at(-1)]).toEqual([120, 'Message 180.', 'Message 299.']);
    expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });

  test('separates conversations, and ignores foreign memories with the same tag', async () => {
    const { client, memories } = fakeMemories();
    const [first, second] = ['a', 'b'].map((sessionId) => new LociChatMessageHistory({ client, sessionId }));
    await first!.addUserMessage('First.');
    await second!.addUserMessage('Second.');
    const { tags, metadata } = memories[0]!;
    memories.push({ id: '9', content: 'Foreign.', tags, metadata: { conversation_id: 'a' } });
    memories.push({ id: '10', content: 'Foreign.', tags, metadata: { ...metadata, conversation_id: 'c' } });
    expect([await texts(first!), await texts(second!)]).toEqual([['First.'], ['Second.']]);
  });

  test('clear deletes the messages of the conversation only, also those on later pages', async () => {
    const { client, memories, maxPending } = fakeMemories();
    const history = new LociChatMessageHistory({ client, sessionId: 'a' });
    await history.addMessages(humans(250));
    await new LociChatMessageHistory({ client, sessionId: 'b' }).addUserMessage('Other.');
    await history.clear();
    expect(memories.map(({ content }) => content)).toEqual(['Other.']);
    expect(maxPending()).toBe(8);
  });

  test('gives a chain the earlier messages of the conversation', async () => {
    const { client } = fakeMemories();
    const model = new FakeListChatModel({ responses: ['Noted.', 'Tea.'] });
    const prompt = ChatPromptTemplate.fromMessages([
      new MessagesPlaceholder('history'),
      ['human', '{input}'],
    ]);
    const chain = new RunnableWithMessageHistory({
      runnable: prompt.pipe(model),
      getMessageHistory: (sessionId: string) => new LociChatMessageHistory({ client, sessionId }),
      inputMessagesKey: 'input',
      historyMessagesKey: 'history',
    });
    const config = { configurable: { sessionId: 'chat-1' } };
    await chain.invoke({ input: 'I prefer tea.' }, config);
    await chain.invoke({ input: 'What do I prefer?' }, config);
    const history = new LociChatMessageHistory({ client, sessionId: 'chat-1' });
    expect(await texts(history)).toEqual(['I prefer tea.', 'Noted.', 'What do I prefer?', 'Tea.']);
  });

  test.each([
    { sessionId: '' },
    { sessionId: 'x'.repeat(201) },
    { sessionId: 'a', limit: 0 },
    { sessionId: 'a', limit: 1.5 },
  ])('rejects the fields %j', (fields) => {
    const { client } = fakeMemories();
    expect(() => new LociChatMessageHistory({ client, ...fields })).toThrow(RangeError);
  });

  test('rejects a message that is too large without a request', async () => {
    const { client, requests } = fakeMemories();
    const history = new LociChatMessageHistory({ client, sessionId: 'a' });
    await expect(history.addUserMessage('x'.repeat(70_000))).rejects.toThrow('The message 0 has');
    expect(requests).toEqual([]);
  });
});
