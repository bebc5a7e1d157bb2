import { describe, expect, test } from '@jest/globals';
import { StringOutputParser } from '@langchain/core/output_parsers';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { RunnablePassthrough, RunnableSequence } from '@langchain/core/runnables';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { Loci } from '@loci/client';
import { LociRetriever } from '../src/index.ts';

const FOUND = {
  id: '01a2018e-850c-7000-bee0-3ea9bd90741f',
  content: 'Ada prefers tea.',
  score: 0.9,
  metadata: { memory_type: 'fact', importance: 0.5 },
  source_type: 'direct_input',
  tags: ['drinks'],
  created_at: '2026-05-02T00:00:00.000Z',
  occurred_at: '2026-05-01T00:00:00.000Z',
  document_id: null,
};

/** Returns a client whose searches return items, and the bodies of the searches. */
function clientThatFinds(...items: object[]) {
  const bodies: Record<string, unknown>[] = [];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    bodies.push(JSON.parse(init!.body as string) as Record<string, unknown>);
    return Response.json({ status: 'success', data: { items }, meta: { request_id: 'r' } });
  };
  return { client: new Loci({ accessToken: 'secret-token', fetch }), bodies };
}

describe('LociRetriever', () => {
  test('returns documents with their ID, score, type, tags and times', async () => {
    const { client, bodies } = clientThatFinds(FOUND);
    const documents = await new LociRetriever({ client }).invoke('What does Ada drink?');
    expect(documents).toEqual([
      {
        id: FOUND.id,
        pageContent: 'Ada prefers tea.',
        metadata: {
          id: FOUND.id,
          score: 0.9,
          type: 'fact',
          source_type: 'direct_input',
          tags: ['drinks'],
          created_at: FOUND.created_at,
          occurred_at: FOUND.occurred_at,
          document_id: null,
        },
      },
    ]);
    expect(bodies).toEqual([{ query: 'What does Ada drink?', limit: 10 }]);
  });

  test('sends the limit and the fields of the search', async () => {
    const { client, bodies } = clientThatFinds();
    await new LociRetriever({ client, limit: 3, search: { tags: 'drinks', min_importance: 0.5 } }).invoke(
      'tea',
    );
    expect(bodies).toEqual([{ query: 'tea', limit: 3, tags: 'drinks', min_importance: 0.5 }]);
  });

  test('sends both ends of a long query, because the server accepts 4,000 characters', async () => {
    const { client, bodies } = clientThatFinds();
    await new LociRetriever({ client }).invoke(`Why?${'😀'.repeat(3_000)} What now?`);
    const query = bodies[0]!['query'] as string;
    expect([query.length <= 4_000, query.isWellFormed()]).toEqual([true, true]);
    expect([query.slice(0, 4), query.slice(-9)]).toEqual(['Why?', 'What now?']);
  });

  test('provides documents to a chain with a chat model, and reports them to callbacks', async () => {
    const { client } = clientThatFinds(FOUND);
    const prompts: string[] = [];
    const ended: number[] = [];
    const retriever = new LociRetriever({
      client,
      callbacks: [{ handleRetrieverEnd: (documents) => void ended.push(documents.length) }],
    });
    const chain = RunnableSequence.from([
      {
        context: retriever.pipe((documents) => documents.map(({ pageContent }) => pageContent).join('\n')),
        question: new RunnablePassthrough(),
      },
      ChatPromptTemplate.fromTemplate('{context}\n{question}'),
      (prompt) => {
        prompts.push(prompt.toChatMessages()[0]!.text);
        return prompt;
      },
      new FakeListChatModel({ responses: ['Tea.'] }),
      new StringOutputParser(),
    ]);
    expect(await chain.invoke('What does Ada drink?')).toBe('Tea.');
    expect([prompts, ended]).toEqual([['Ada prefers tea.\nWhat does Ada drink?'], [1]]);
  });

  test('does not show the access token in its JSON, which tracers receive', () => {
    const { client } = clientThatFinds();
    expect(JSON.stringify(new LociRetriever({ client }))).not.toContain('secret-token');
  });
});
