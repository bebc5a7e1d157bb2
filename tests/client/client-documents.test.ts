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
