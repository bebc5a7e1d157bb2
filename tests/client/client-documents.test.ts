import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci, Progress } from '@loci/client';
import { openClientPlatform } from './client-platform.ts';

const platform = await openClientPlatform();
afterAll(() => platform.close());

describe('documents of a running platform', () => {
  let loci: Loci;
  beforeAll(async () => {
    loci = await platform.createClient();
  });

  const text = 'Ada prefers Darjeeling. '.repeat(40_000);
  const bytes = new TextEncoder().encode(text);

  test('are uploaded and downloaded with progress', async () => {
    const sent: Progress[] = [];
    const received: Progress[] = [];
    const { id } = await loci.documents.upload(
      { file: new Blob([bytes]), filename: 'tea.txt', metadata: { source: 'test' } },
      {},
      { onProgress: (progress) => void sent.push(progress) },
    );
    const download = await loci.documents.download(id, {
      onProgress: (progress) => void received.push(progress),
    });
    expect(download.size).toBe(bytes.length);
    expect(await download.text()).toBe(text);
    const complete = { transferredBytes: bytes.length, totalBytes: bytes.length };
    expect([sent.at(-1), received.at(-1)]).toEqual([complete, complete]);
    expect(sent.length).toBeGreaterThan(1);
  });

  test('are uploaded from a stream, and downloaded in part', async () => {
    const file = new Blob(['A stream about Assam tea.']).stream();
    const { id, filename } = await loci.documents.upload({ file, filename: 'ä "tea".txt' });
    expect(filename).toBe('ä %22tea%22.txt');
    const download = await loci.documents.download(id, { range: { start: 2, end: 7 } });
    expect(await download.text()).toBe('stream');
  });

  test('that are already stored are not stored again', async () => {
    const document = { file: new Blob(['The same file.']), filename: 'same.txt' };
    const first = await loci.documents.upload(document);
    const second = await loci.documents.upload(document);
    expect(second.id).toBe(first.id);
    expect(second.metadata.duplicate_upload).toBe(true);
  });

  test('have their text yielded in parts', async () => {
    const { id } = await loci.documents.upload({ file: new Blob(['Earl Grey.']), filename: 'grey.txt' });
    let extracted = '';
    for await (const part of loci.documents.iterateText(id)) extracted += part;
    expect(extracted).toBe('Earl Grey.');
  });
});

describe('other resources of a running platform', () => {
  let loci: Loci;
  beforeAll(async () => {
    loci = await platform.createClient();
  });

  test('relationships are created, traversed and listed', async () => {
    const [a, b] = await Promise.all([
      loci.memories.create({ content: 'Tea grows in Assam.' }),
      loci.memories.create({ content: 'Assam is in India.' }),
    ]);
    const created = await loci.relationships.create({
      from_id: a.id,
      to_id: b.id,
      relationship_type: 'supports',
    });
    const { paths } = await loci.relationships.traverse({ start_memory_id: a.id });
    expect(paths.flatMap(({ nodes }) => nodes)).toContain(b.id);
    const listed: string[] = [];
    for await (const { id } of loci.relationships.iterate({ memory_id: b.id })) listed.push(id);
    expect(listed).toContain(created.id);
  });

  test('artifacts are saved, listed, read and deleted', async () => {
    await loci.artifacts.save({ path: '/notes/tea.md', content: '# Tea' });
    const names: string[] = [];
    for await (const { name } of loci.artifacts.iterate({ prefix: '/notes' })) names.push(name);
    expect(names).toEqual(['tea.md']);
    expect((await loci.artifacts.get({ path: '/notes/tea.md' })).content).toBe('# Tea');
    await loci.artifacts.delete({ path: '/notes/tea.md' });
    await expect(loci.artifacts.get({ path: '/notes/tea.md' })).rejects.toMatchObject({ status: 404 });
  });

  test('the audit log is exported', async () => {
    const own = await platform.createClient();
    const { id } = await own.memories.create({ content: 'Audited.' });
    const objects: string[] = [];
    for await (const entry of own.audit.export()) objects.push(...entry.object_ids);
    expect(objects).toContain(id);
  });

  test('tags, usage and retention are read', async () => {
    await loci.memories.create({ content: 'Tagged.', tags: ['client'] });
    const names: string[] = [];
    for await (const { name } of loci.tags.iterate()) names.push(name);
    expect(names).toContain('client');
    expect((await loci.memories.usage()).used_bytes).toBeGreaterThan(0);
    expect((await loci.settings.retention()).defaults).toEqual(expect.any(Array));
  });
});
