import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { eventually } from '../../../support/eventually.ts';
import { WEBHOOK_URL } from '../../sample-records.ts';
import type { ClientTarget } from './client-target.ts';
import {
  collect,
  createTwo,
  failureOf,
  FRESH,
  responseOf,
  SEARCHABLE,
  UNKNOWN_ID,
} from '../../../support/client-calls.ts';

// Kafka has needed more than 30 s for a message on a busy machine.
const DELIVERED_TIMEOUT_MS = 80_000;

/** Tests of the operations that the fake of `@loci/client/testing` does not implement. */
export function describeClientServerOperations(target: ClientTarget): void {
  describe('operations of the client that only servers have', () => {
    let loci: Loci;
    beforeAll(async () => {
      loci = await (await target.createTenant()).createClient();
    });

    test('artifacts are saved, listed, read and deleted', async () => {
      await loci.artifacts.save({ path: '/notes/tea.md', content: '# Tea' });
      const files = await collect(loci.artifacts.iterate({ prefix: '/notes' }));
      expect(files.map(({ name }) => name)).toEqual(['tea.md']);
      expect((await loci.artifacts.get({ path: '/notes/tea.md' })).content).toBe('# Tea');
      expect((await loci.artifacts.usage()).used_bytes).toBeGreaterThan(0);
      await loci.artifacts.delete({ path: '/notes/tea.md' });
      expect(await failureOf(loci.artifacts.get({ path: '/notes/tea.md' }))).toMatchObject({ status: 404 });
    });

    test('the graph is traversed, and relationships have revisions', async () => {
      const [a, b] = await createTwo(loci);
      const { id } = await loci.relationships.create({ from_id: a, to_id: b, relationship_type: 'causes' });
      await loci.relationships.update(id, { strength: 0.9 });
      const { paths } = await loci.relationships.traverse({ start_memory_id: a }, FRESH);
      expect(paths).toMatchObject([{ nodes: [a, b], relationships: [id] }]);
      const { memories } = await loci.relationships.neighborhood({ memory_ids: [b] });
      expect(memories.map((memory) => memory.id)).toEqual([b, a]);
      const revisions = await collect(loci.relationships.iterateRevisions(id));
      expect(revisions.map(({ revision, strength }) => [revision, strength])).toEqual([
        [2, 0.9],
        [1, 0.5],
      ]);
    });

    test('a missing result is explained', async () => {
      const { id } = await loci.memories.create({ content: 'A kettle whistles.' }, SEARCHABLE);
      const search = { query: 'kettle', memory_types: ['task' as const] };
      expect(await loci.search.whyNot({ memory_id: id, search }, FRESH)).toMatchObject({
        found: false,
        reason: 'filtered',
      });
      const explained = await loci.search.hybrid({ query: 'kettle', explain: true }, FRESH);
      expect(explained.items[0]).toMatchObject({ id, explanation: { fusion: { rrf_k: 60 } } });
    });

    test('the past is read', async () => {
      const { id, created_at: createdAt } = await loci.memories.create({ content: 'Before.' });
      await loci.memories.update(id, { content: 'After.' });
      expect((await loci.memories.get(id, { known_at: createdAt })).content).toBe('Before.');
    });

    test('memories are analyzed', async () => {
      await loci.memories.create({ content: 'Ada plans a journey to Lisbon.' }, SEARCHABLE);
      expect(await loci.analysis.insights()).toEqual(expect.any(Object));
      expect(await loci.analysis.reflect()).toEqual(expect.any(Object));
      expect(await loci.analysis.summarize()).toEqual(expect.any(Object));
    });

    test('a change of another state of a checkpoint is rejected', async () => {
      const name = randomUUID();
      const created = await responseOf((options) => loci.checkpoints.create({ name }, options));
      const update = () =>
        loci.checkpoints.update(created.data.id, { description: 'Changed.' }, { ifMatch: created.etag! });
      expect(await update()).toMatchObject({ name, description: 'Changed.' });
      expect(await failureOf(update())).toMatchObject({ status: 412, code: 'RES_PRECONDITION_FAILED' });
    });

    test('suggestions are listed', async () => {
      const { id } = await loci.memories.create({ content: 'The library opens at 8:00.' });
      expect(await collect(loci.suggestions.iterate({ memory_id: id }))).toEqual([]);
      const resolved = loci.suggestions.resolve(UNKNOWN_ID, { action: 'dismiss' });
      expect(await failureOf(resolved)).toMatchObject({ status: 404, code: 'RES_NOT_FOUND' });
    });

    test('searches are saved, listed and deleted', async () => {
      const saved = await loci.search.save({ name: 'Tea', parameters: { q: 'tea' } });
      expect((await loci.search.saved()).items).toEqual([saved]);
      await loci.search.deleteSaved(saved.id);
      expect((await loci.search.saved()).items).toEqual([]);
    });

    test('open contradictions are listed and counted', async () => {
      const [source, target] = [
        await loci.memories.create({ content: 'Tea.' }),
        await loci.memories.create({ content: 'No tea.' }),
      ];
      const pair = { source_memory_id: source.id, target_memory_id: target.id };
      const { id } = await loci.contradictions.create({ ...pair, contradiction_type: 'direct' });
      const open = await collect(loci.contradictions.iterateOpen({ limit: 1 }));
      expect(open.map((each) => each.id)).toContain(id);
      const overview = await loci.memories.overview({ days: 1 });
      expect(overview.open_contradictions.total).toBe(open.length);
    });

    test('a new memory has no readers', async () => {
      const { id } = await loci.memories.create({ content: 'A memory without a reader.' });
      expect((await loci.memories.readers(id)).items).toEqual([]);
    });

    test('tags are renamed', async () => {
      const { id } = await loci.memories.create({ content: 'Tea.', tags: ['former-name'] });
      expect(await loci.tags.rename('former-name', { name: 'New Name' })).toEqual({
        name: 'new-name',
        changed: 1,
      });
      expect(await loci.memories.tags(id)).toEqual(['new-name']);
    });

    test('conversations are listed', async () => {
      const conversation_id = randomUUID();
      for (const content of ['The first memory.', 'The second memory.'])
        await loci.memories.create({ content, metadata: { conversation_id } });
      const conversations = await collect(loci.memories.iterateConversations({ limit: 1 }));
      expect(conversations.find((each) => each.conversation_id === conversation_id)).toMatchObject({
        memory_count: 2,
        excerpt: 'The first memory.',
      });
    });

    test('retention defaults are replaced', async () => {
      expect((await loci.settings.retention()).defaults).toEqual([]);
      const defaults = [{ memory_type: 'conversation' as const, ttl_seconds: 86_400 }];
      await loci.settings.setRetention({ defaults });
      expect((await loci.settings.retention()).defaults).toMatchObject(defaults);
    });

    test('the secret filter is replaced, and applies to the next write', async () => {
      expect(await loci.settings.secretFilter()).toEqual({ action: 'off' });
      await loci.settings.setSecretFilter({ action: 'redact' });
      await eventually(async () => {
        const { content } = await loci.memories.create({ content: 'redis://:engine1843@localhost' });
        expect(content).toBe('redis://:[redacted:url-password]@localhost');
      });
      await loci.settings.setSecretFilter({ action: 'off' });
    });

    test('the recording of readers is turned off and on', async () => {
      expect(await loci.settings.readers()).toEqual({ recording: true });
      expect(await loci.settings.setReaders({ recording: false })).toEqual({ recording: false });
      expect(await loci.settings.readers()).toEqual({ recording: false });
      await loci.settings.setReaders({ recording: true });
    });

    test('the audit log names the changed memories', async () => {
      const { id } = await loci.memories.create({ content: 'Audited.' });
      const listed = await collect(loci.audit.iterate());
      expect(listed.flatMap(({ object_ids: ids }) => ids)).toContain(id);
      const exported = await collect(loci.audit.export());
      expect(exported.flatMap(({ object_ids: ids }) => ids)).toContain(id);
    });

    test('webhooks are created, changed, listed and deleted', async () => {
      // A tenant without memories, because the creation of an earlier memory can be delivered to a new webhook.
      const loci = await (await target.createTenant()).createClient();
      const created = await loci.webhooks.create({ url: WEBHOOK_URL, event_types: ['memory.created'] });
      expect(created).toMatchObject({ url: WEBHOOK_URL, status: 'enabled' });
      await loci.webhooks.update(created.id, { description: 'Changed.' });
      expect(await loci.webhooks.get(created.id)).toMatchObject({
        url: WEBHOOK_URL,
        description: 'Changed.',
      });
      expect((await loci.webhooks.list()).items.map(({ id }) => id)).toEqual([created.id]);
      const rotated = await loci.webhooks.rotateSecret(created.id);
      expect(rotated.secret).not.toBe(created.secret);
      const { id: memoryId } = await loci.memories.create({ content: 'The kettle is on.' });
      await eventually(async () => {
        const deliveries = await collect(loci.webhooks.iterateDeliveries(created.id));
        expect(deliveries).toMatchObject([{ event_type: 'memory.created', object_id: memoryId }]);
      }, DELIVERED_TIMEOUT_MS);
      await loci.webhooks.delete(created.id);
      expect(await failureOf(loci.webhooks.get(created.id))).toMatchObject({ status: 404 });
    }, 120_000);

    test('erasures are listed', async () => {
      expect(await collect(loci.erasures.iterate())).toEqual([]);
      expect(await failureOf(loci.erasures.get(UNKNOWN_ID))).toMatchObject({ status: 404 });
    });

    test('the briefing contains the traits', async () => {
      await loci.personality.addTrait({ content: 'Prefer metric units.' });
      expect((await loci.personality.awakening()).briefing).toContain('Prefer metric units.');
    });

    test('a document is parsed again', async () => {
      const file = new Blob(['A document about kettles.']);
      const { id } = await loci.documents.upload({ file, filename: 'kettles.txt' });
      expect(await loci.documents.reprocess(id)).toMatchObject({ id, chunk_count: 1 });
    });
  });
}
