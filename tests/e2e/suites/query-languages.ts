// cspell:ignore unser vermieter miete mieten viel steigen voisins voisin toujours balcon dorment vuelo vuelos cuatro salen
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { eventually } from '../../support/eventually.ts';
import type { TestPlatform } from '../test-platform.ts';

/** A memory and a question about it in each language. */
const EXAMPLES: readonly (readonly [language: string, memory: string, question: string])[] = [
  ['German', 'Unser Vermieter erhöht die Miete ab April um fünfzig Euro.', 'Um wie viel steigen die Mieten?'],
  ['French', 'Le chat des voisins dort toujours sur notre balcon.', 'Où dorment les chats du voisin ?'],
  ['Spanish', 'El vuelo a Lima sale de la terminal cuatro.', '¿De qué terminal salen los vuelos a Lima?'],
  ['Russian', 'Бабушка хранит старые письма в шкатулке.', 'Где бабушка хранила письмо?'],
  ['Arabic', 'مفاتيح المرآب في درج المطبخ.', 'أين مفتاح المرآب؟'],
  ['Hindi', 'मोहन शाम को चीनी भाषा सीखता है।', 'मोहन कौन सी भाषा सीखता है?'],
  ['Chinese', '去上海的火车早上七点从三号站台发车。', '去上海的火车从几号站台发车？'],
  ['Japanese', '会計士との会議は金曜日に変更されました。', '会計士との会議はいつですか'],
  ['Korean', '차고 열쇠는 부엌 서랍에 있습니다.', '차고 열쇠는 어디 있어요?'],
];

/**
 * Defines the tests of hybrid search with queries that the built-in embedding model does not understand.
 *
 * @see docs/reference/search.md#languages
 */
export function describeQueryLanguages(platform: TestPlatform): void {
  describe('hybrid search in other languages than English', () => {
    let loci: Loci;
    beforeAll(async () => {
      ({ loci } = await platform.createTenant());
      const contents = [...EXAMPLES.map(([, memory]) => memory), 'The rent of the garage rises in April.'];
      await loci.memories.createMany({ memories: contents.map((content) => ({ content })) });
      await eventually(async () =>
        expect(await loci.search.stats()).toMatchObject({
          total_memories: contents.length,
          embedding_coverage: 1,
        }),
      );
    });
    const search = (query: string) => loci.search.hybrid({ query, limit: 3 });

    test.each(EXAMPLES)(
      'finds a memory in %s first, with the larger weight on keyword search',
      async (_, memory, question) => {
        const { items, analyzed_query } = await search(question);
        expect(items[0]!.content).toBe(memory);
        expect(analyzed_query.weights).toEqual({ bm25: 0.7, vector: 0.1, graph: 0.2 });
      },
    );

    test('has equal weights for an English query', async () => {
      const { items, analyzed_query } = await search('When does the rent of the garage rise?');
      expect(items[0]!.content).toBe('The rent of the garage rises in April.');
      expect(analyzed_query.weights).toEqual({ bm25: 0.4, vector: 0.4, graph: 0.2 });
    });
  });
}
