/**
 * Uses the client as an application does. Runs in every runtime, so it has no imports.
 *
 * @param client the module `@loci/client`
 * @param connection `baseUrl` and `apiKey` of a platform
 * @returns names of the steps that passed
 */
export async function runScenario(client, { baseUrl, apiKey }) {
  const { Loci, LociError, NotFoundError } = client;
  const loci = new Loci({ baseUrl, apiKey });
  const passed = [];
  const word = `word${crypto.randomUUID().slice(0, 8)}`;
  const contents = [1, 2, 3].map((number) => `Memory ${number} with ${word}.`);

  const step = async (name, run) => {
    try {
      await run();
    } catch (error) {
      throw new Error(`${name}: ${error?.stack ?? error}`);
    }
    passed.push(name);
  };
  const expect = (isMet, what) => {
    if (!isMet) throw new Error(`Expected ${what}.`);
  };

  await step('create', async () => {
    for (const content of contents) {
      const { id } = await loci.memories.create(
        { content, tags: [word] },
        { waitFor: 'searchable', waitMs: 5_000 },
      );
      expect((await loci.memories.get(id)).content === content, 'the stored content');
    }
  });
  await step('search', async () => {
    const { items } = await loci.search.hybrid({ query: word, tags: word }, { wait_ms: 5_000 });
    expect(items.length === contents.length, `three results, but found ${items.length}`);
  });
  await step('iterate', async () => {
    const found = [];
    for await (const memory of loci.memories.iterate({ tags: [word], per_page: 2, sort: 'created_at' }))
      found.push(memory.content);
    expect(JSON.stringify(found) === JSON.stringify(contents), 'all memories of two pages in their order');
  });
  await step('upload', async () => {
    const text = `A document about ${word}. `.repeat(2_000);
    const progress = [];
    const uploaded = await loci.documents.upload(
      { file: new Blob([text]), filename: 'document.txt' },
      {},
      { onProgress: ({ transferredBytes }) => progress.push(transferredBytes) },
    );
    const isBrowser = 'document' in globalThis;
    expect(isBrowser || progress.at(-1) === text.length, 'the progress of the whole upload');
    const download = await loci.documents.download(uploaded.id);
    expect((await download.text()) === text, 'the uploaded text');
    let chunks = 0;
    for await (const chunk of loci.documents.iterateChunks(uploaded.id))
      chunks += chunk.content === '' ? 0 : 1;
    expect(chunks === uploaded.chunk_count && chunks > 100, `all chunks, but received ${chunks}`);
  });
  await step('upload of a stream', async () => {
    const file = new Blob([`A stream about ${word}.`]).stream();
    const { size } = await loci.documents.upload({ file, filename: 'stream.txt' });
    expect(size === `A stream about ${word}.`.length, 'the size of the stream');
  });
  await step('abort', async () => {
    const controller = new AbortController();
    const reason = new Error('Aborted by the scenario.');
    const call = loci.memories.list({}, { signal: controller.signal }).catch((error) => error);
    controller.abort(reason);
    expect((await call) === reason, 'the reason of the signal');
  });
  await step('timeout', async () => {
    const error = await loci.memories.list({}, { timeoutMs: 1e-9, maxRetries: 0 }).catch((caught) => caught);
    expect(error instanceof client.TimeoutError, `a TimeoutError, but caught ${error}`);
  });
  await step('error class', async () => {
    const error = await loci.memories.get('01a2018e-850c-7000-bee0-3ea9bd90741f').catch((caught) => caught);
    expect(error instanceof NotFoundError && error instanceof LociError, 'a NotFoundError');
    expect(error.code === 'RES_NOT_FOUND' && error.status === 404, 'code and status');
    expect(
      typeof error.requestId === 'string',
      'the request ID, which browsers read from an exposed header or the body',
    );
  });
  return passed;
}
