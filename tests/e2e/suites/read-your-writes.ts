import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { failureOf, infoOf } from '../../support/client-calls.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

/** Defines tests of positions of writes. `checkResponses` requires a position in the response to every write. */
export function describeReadYourWrites(platform: TestPlatform): void {
  describe('read your writes', () => {
    let tenant: Tenant;
    /** Client that sends no positions of earlier writes. */
    let loci: Loci;
    beforeAll(async () => {
      tenant = await platform.createTenant();
      loci = await tenant.createClient({}, { readYourWrites: false });
    });

    const create = async (): Promise<string> => (await loci.memories.create({ content: randomUUID() })).id;
    const positionOfCreate = async (by = loci): Promise<string> =>
      (await infoOf((options) => by.memories.create({ content: randomUUID() }, options))).position!;

    test('a replayed response has the position of the first response', async () => {
      const id = await create();
      const idempotencyKey = 'position';
      const update = () =>
        infoOf((options) => loci.memories.update(id, { importance: 0.9 }, { idempotencyKey, ...options }));
      const first = await update();
      await create();
      expect(await update()).toMatchObject({ replayed: true, position: first.position });
    });

    test('an update that changes nothing has a position after the latest change', async () => {
      const id = await create();
      const update = async (): Promise<string> =>
        (await infoOf((options) => loci.memories.update(id, { importance: 0.9 }, options))).position!;
      const changed = await update();
      const unchanged = await update();
      expect(unchanged).not.toBe(changed);
      expect(unchanged).toHaveLength(changed.length);
    });

    test('the position of a write contains the minimum position of its request', async () => {
      const ends = { from_id: await create(), to_id: await create() };
      const minPosition = await positionOfCreate();
      const alone = await infoOf((options) =>
        loci.relationships.create({ ...ends, relationship_type: 'supports' }, options),
      );
      const merged = await infoOf((options) =>
        loci.relationships.create({ ...ends, relationship_type: 'references' }, { minPosition, ...options }),
      );
      expect(merged.position!.length).toBeGreaterThan(alone.position!.length);
    });

    test('a read without a position has no meta.fresh', async () => {
      expect((await infoOf((options) => loci.memories.list({}, options))).fresh).toBeNull();
    });

    test.each([{ wait_ms: 5_001 }, { wait_ms: -1 }, { wait_ms: 1.5 }, { require_fresh: 'maybe' }])(
      'a read with %j is rejected with 422 VAL_FIELD_INVALID',
      async (query) => {
        const minPosition = await positionOfCreate();
        const call = loci.memories.list(query as never, { minPosition });
        expect(await failureOf(call)).toMatchObject({ status: 422, code: 'VAL_FIELD_INVALID' });
      },
    );

    test('a position of another tenant, a forged position and a malformed one are rejected with 422', async () => {
      const other = await positionOfCreate((await platform.createTenant()).loci);
      const own = await positionOfCreate();
      const forged = own.slice(0, -1) + (own.endsWith('A') ? 'B' : 'A');
      for (const minPosition of [other, forged, 'p1.', '1']) {
        const write = loci.memories.create({ content: randomUUID() }, { minPosition });
        const failures = [await failureOf(write), await failureOf(loci.memories.list({}, { minPosition }))];
        for (const { status, code, message } of failures) {
          expect([status, code, message]).toEqual([
            422,
            'VAL_POSITION_INVALID',
            'x-loci-min-position is not a position of this tenant.',
          ]);
        }
      }
    });
  });
}
