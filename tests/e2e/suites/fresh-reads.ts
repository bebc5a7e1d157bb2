import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CreateOptions, Loci } from '@loci/client';
import { failureOf, infoOf, responseOf, SEARCHABLE } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const FRESH_TIMEOUT_MS = 30_000;
const WAIT = { wait_ms: 5_000 };

/** Defines tests of reads with a position. */
export function describeFreshReads(platform: TestPlatform): void {
  describe('reads with a position', () => {
    let tenant: Tenant;
    let loci: Loci;
    beforeAll(async () => {
      tenant = await platform.createTenant();
      loci = tenant.loci;
    });

    test.each<[string, (content: string, options: CreateOptions) => Promise<unknown>]>([
      ['/api/v2/memories', (content, options) => loci.memories.create({ content }, options)],
      [
        '/api/v2/memories/bulk',
        (content, options) =>
          loci.memories.createMany({ memories: [{ content }, { content: randomUUID() }] }, options),
      ],
    ])(
      'POST %s with wait_for=searchable responds after searches of other users find the memory',
      async (_path, create) => {
        // A search waits for the own changes of its user, which would hide a missing wait of the write.
        const other = await tenant.createClient({ role: 'member' });
        const found = await eventually(async () => {
          const content = randomUUID();
          const created = await infoOf((options) => create(content, { ...SEARCHABLE, ...options }));
          expect(created).toMatchObject({ status: 201, searchable: true });
          const { items } = await other.search.vector({ query: content, limit: 1 });
          return items.map((item) => item.content === content);
        }, FRESH_TIMEOUT_MS);
        expect(found).toEqual([true]);
      },
      60_000,
    );

    test('a write without wait_for has no x-loci-searchable', async () => {
      const created = await infoOf((options) => loci.memories.create({ content: randomUUID() }, options));
      expect(created.searchable).toBeNull();
    });

    test.each([
      [{ waitFor: 'indexed' }, 'VAL_ENUM_INVALID'],
      [{ waitFor: 'searchable', waitMs: 5_001 }, 'VAL_FIELD_INVALID'],
      [{ waitMs: -1 }, 'VAL_FIELD_INVALID'],
    ])('a write with %j is rejected with 422 %s and stores nothing', async (options, code) => {
      const content = randomUUID();
      const call = loci.memories.create({ content }, options as never);
      expect(await failureOf(call)).toMatchObject({ status: 422, code });
      expect(JSON.stringify(await loci.memories.list())).not.toContain(content);
    });

    test('a retry with an idempotency key can wait although the first request did not', async () => {
      const create = (options: CreateOptions) =>
        loci.memories.create({ content: 'Ada prefers tea.' }, { idempotencyKey: 'wait', ...options });
      const { id } = await create({});
      const retried = await responseOf((options) => create({ ...SEARCHABLE, ...options }));
      expect(retried).toMatchObject({ status: 201, searchable: expect.any(Boolean), data: { id } });
    });

    test('include the change in the results of every read model', async () => {
      // The positions of these writes are the only ones that the client sends.
      const own = await tenant.createClient();
      const [a, b] = [
        await own.memories.create({ content: randomUUID() }),
        await own.memories.create({ content: randomUUID() }),
      ];
      await own.relationships.create({ from_id: a.id, to_id: b.id, relationship_type: 'supports' });
      const content = randomUUID();
      const { new_memory_id: newId } = await own.memories.evolve(a.id, {
        new_content: content,
        evolution_type: 'correction',
      });
      // On a loaded machine, the indexes can need longer than the maximum wait of a read.
      const read = (call: Parameters<typeof responseOf>[0]): Promise<string> =>
        eventually(async () => {
          const { status, fresh, data } = await responseOf(call);
          expect([status, fresh]).toEqual([200, true]);
          return JSON.stringify(data);
        }, FRESH_TIMEOUT_MS);
      const texts = [
        await read((options) => own.search.hybrid(content, WAIT, options)),
        await read((options) => own.search.vector(content, WAIT, options)),
        await read((options) => own.context({ query: content, ...WAIT }, options)),
        await read((options) => own.context(WAIT, options)),
        // The graph service carries over the relationships of the old version.
        await read((options) => own.relationships.traverse({ start_memory_id: b.id }, WAIT, options)),
        await read((options) => own.relationships.list({ memory_id: newId, ...WAIT }, options)),
        await read((options) => own.memories.list(WAIT, options)),
        await read((options) => own.memories.get(newId, WAIT, options)),
      ];
      for (const text of texts) expect(text).toContain(newId);
      await read((options) => own.analysis.insights(WAIT, options));
    }, 90_000);
  });
}
