// cspell:ignore Priya Raman Tomasz xqzvw kjhbnm blorf frabble zint qwrtp lmnk vbxz
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callTool } from '../../support/call-tool.ts';
import type { Json } from '../../support/api-connection.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const BROKER = 'Orion uses NATS for the messages between its services.';
const DATABASE = 'Orion stores its invoices in a PostgreSQL database.';
const LANGUAGE = 'Orion is written in Go and runs on Kubernetes.';
const OWNER = 'The checkout service belongs to the Falcon team.';
const LEAD = 'Priya Raman leads the Falcon team.';
const OTHER_LEAD = 'Tomasz leads the Heron team and plays the cello.';
const BACKUP = 'The backup of the billing database is kept for 35 days.';
const STAGING = 'The staging cluster is rebuilt every Sunday night.';
const FREEZE = 'Deployments are frozen from December 20 to January 3.';
const REVIEWS = 'Design reviews take place on Wednesday afternoon.';
const OTHER_BROKER = 'Vega moved from RabbitMQ to Kafka in 2024.';

const FACTS = [
  ...[BROKER, DATABASE, LANGUAGE, OWNER, LEAD, OTHER_LEAD, BACKUP, STAGING, FREEZE, REVIEWS, OTHER_BROKER],
  'Search belongs to the Heron team.',
  'The Orion dashboard shows the latency of every request.',
  'The message of the day appears on the start page of Vega.',
  'The checkout page has a coupon field.',
  'Every service has an owner in the service catalog.',
  'The office in Lisbon has a roof terrace.',
  'Marta is allergic to peanuts.',
  'The on-call phone is in the drawer of the front desk.',
  'The VPN certificate expires in May.',
  // All texts in scripts that the embedding model does not know have similar vectors.
  ...[
    '佐藤さんは火曜日に京都の工場を訪ねます。',
    '王小明三月在上海大学工作。',
    '민수는 매주 수요일에 수영을 한다.',
  ],
  ...['Ирина хранит чертежи моста в синей папке.', 'يعمل سامي في مكتب الشحن كل صباح.'],
  ...['রিনা প্রতি শুক্রবার ফুলের দোকানে কাজ করে।', 'สมชายซ่อมเครื่องพิมพ์ในห้องประชุม'],
];

/** Questions, the facts that answer them, and the lowest rank at which search may return these facts. */
const QUESTIONS: readonly (readonly [question: string, answer: string, rank: number])[] = [
  ['What message broker does Orion use?', BROKER, 1],
  ['Which broker does Vega use?', OTHER_BROKER, 1],
  ['Which database does Orion use?', DATABASE, 1],
  ['What language is Orion written in?', LANGUAGE, 1],
  ['Which team owns checkout?', OWNER, 1],
  ['How long do we keep billing backups?', BACKUP, 1],
  ['When do we rebuild staging?', STAGING, 1],
  ['When are deployments frozen?', FREEZE, 1],
  ['When are the design reviews?', REVIEWS, 1],
  // The best fact names the team, which is the only connection to its lead.
  ['Who leads the team that owns the checkout service?', LEAD, 2],
  ['Who leads the team that owns search?', OTHER_LEAD, 3],
];

/** Queries without an answer in the facts. */
const NONSENSE = [
  ...['xqzvw kjhbnm', 'blorf', 'wug zint frabble', 'qwrtp lmnk vbxz'],
  ...[
    'ぬふあうえ',
    'リヨサネミ フツウ',
    'ывапролджэ фывйц',
    'أبجد هوز',
    'কডববদপ',
    '가나다라 마바사',
    'กรนมว',
  ],
  // The vocabulary of the model contains all of these characters, and only the first of these.
  ...['传由 世白新', '一瓟鱑窩'],
];

/**
 * Defines the tests of questions about a few plain facts. The ranks are those of the embedded indexes.
 *
 * @see docs/retrieval.md
 */
export function describePlainFacts(platform: TestPlatform): void {
  describe('search in plain facts', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await platform.createTenant();
      await tenant.loci.memories.createMany({ memories: FACTS.map((content) => ({ content })) });
      await eventually(async () =>
        expect(await tenant.loci.search.stats()).toMatchObject({
          total_memories: FACTS.length,
          embedding_coverage: 1,
        }),
      );
    });
    const recall = (query: string): Promise<Json> =>
      callTool(platform.sendUnchecked, tenant.token, 'recall', { query });

    test.each(QUESTIONS)('answers "%s" with "%s" at rank %i or better', async (query, answer, rank) => {
      const { items } = await tenant.loci.search.hybrid({ query, limit: rank });
      expect(items.map(({ content }) => content)).toContain(answer);
      const { results } = await recall(query);
      expect(results.slice(0, rank).map(({ content }: Json) => content)).toContain(answer);
    });

    test.each(NONSENSE)('recalls nothing for the nonsense "%s"', async (query) => {
      expect(await recall(query)).toMatchObject({ success: true, count: 0 });
    });
  });
}
