import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConnectionError, Loci, TimeoutError } from '../src/index.ts';
import type { Progress } from '../src/index.ts';
import { failure, scriptedFetch, success } from './scripted-fetch.ts';
import type { ScriptedFetch } from './scripted-fetch.ts';

const client = ({ fetch }: ScriptedFetch): Loci => new Loci({ accessToken: 'token', fetch });

const streamOf = (...chunks: string[]): ReadableStream<Uint8Array> =>
  ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));

const fileOf = async (request: Request): Promise<string> => {
  const file = (await request.formData()).get('file') as File;
  return `${file.name}: ${await file.text()}`;
};

describe('an upload', () => {
  test.each([
    ['a blob', () => new Blob(['tea'])],
    ['bytes', () => new TextEncoder().encode('tea')],
    ['a stream', () => streamOf('t', 'ea')],
  ])('of %s is sent as form data', async (_, open) => {
    const script = scriptedFetch(success({ id: 'a' }));
    await client(script).documents.upload({ file: open(), filename: 'a.txt' });
    expect(await fileOf(script.requests[0]!)).toBe('a.txt: tea');
  });

  test('escapes quotation marks and line breaks in the file name', async () => {
    const script = scriptedFetch(success({}));
    const filename = 'a"; name="metadata"\r\nX: b.txt';
    await client(script).documents.upload({ file: new Blob(['tea']), filename, metadata: { a: 1 } });
    const form = await script.requests[0]!.formData();
    expect([...form.keys()]).toEqual(['metadata', 'file']);
    expect(form.get('metadata')).toBe('{"a":1}');
  });

  test('of a blob is repeated after a failure', async () => {
    const script = scriptedFetch(failure(503, 'SYS_SERVICE_UNAVAILABLE'), success({}));
    const received: Progress[] = [];
    const onProgress = (progress: Progress): void => void received.push(progress);
    const file = new Blob(['tea']);
    await client(script).documents.upload({ file, filename: 'a.txt' }, {}, { onProgress });
    expect(await fileOf(script.requests[1]!)).toBe('a.txt: tea');
    expect(received.at(-1)).toEqual({ transferredBytes: 3, totalBytes: 3 });
  });

  test('of a stream is not repeated, because the stream was read', async () => {
    const script = scriptedFetch(failure(503, 'SYS_SERVICE_UNAVAILABLE'));
    const upload = client(script).documents.upload({ file: streamOf('tea'), filename: 'a.txt' });
    await expect(upload).rejects.toMatchObject({ status: 503 });
    expect(script.requests).toHaveLength(1);
  });
});

describe.each(['document', 'importScripts'])('an upload in a browser with the global %s', (name) => {
  beforeEach(() => void Object.defineProperty(globalThis, name, { value: {}, configurable: true }));
  afterEach(() => void Reflect.deleteProperty(globalThis, name));

  test('of a stream is buffered and can be repeated, because browsers stream only over HTTP/2', async () => {
    const script = scriptedFetch(failure(503, 'SYS_SERVICE_UNAVAILABLE'), success({}));
    await client(script).documents.upload({ file: streamOf('t', 'ea'), filename: 'a.txt' });
    expect(await fileOf(script.requests[1]!)).toBe('a.txt: tea');
  });

  test('does not report progress', async () => {
    const script = scriptedFetch(success({}));
    const received: Progress[] = [];
    const onProgress = (progress: Progress): void => void received.push(progress);
    await client(script).documents.upload({ file: new Blob(['tea']), filename: 'a.txt' }, {}, { onProgress });
    expect([await fileOf(script.requests[0]!), received]).toEqual(['a.txt: tea', []]);
  });
});

describe('an upload in a runtime that does not require `duplex`, such as Deno, Bun and workerd', () => {
  const NativeRequest = globalThis.Request;
  beforeEach(() => {
    globalThis.Request = class extends NativeRequest {
      constructor(input: string | URL | Request, init?: RequestInit) {
        // Such a runtime does not read the property.
        super(input, init && Object.defineProperty({ ...init, duplex: 'half' }, 'duplex', { value: 'half' }));
      }
    } as typeof Request;
  });
  afterEach(() => {
    globalThis.Request = NativeRequest;
  });

  test('reports progress', async () => {
    const received: Progress[] = [];
    const script = scriptedFetch(success({}));
    const onProgress = (progress: Progress): void => void received.push(progress);
    // Reading the body makes progress.
    const fetch: typeof globalThis.fetch = async (input, init) => {
      await new Response(init!.body as ReadableStream).arrayBuffer();
      return script.fetch(input as string, { method: 'POST' });
    };
    const loci = new Loci({ accessToken: 'token', fetch });
    await loci.documents.upload({ file: new Blob(['tea']), filename: 'a.txt' }, {}, { onProgress });
    expect(received.at(-1)).toEqual({ transferredBytes: 3, totalBytes: 3 });
  });
});

describe('a download', () => {
  const stalling = (request: Request): Response =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('tea'));
          request.signal.addEventListener('abort', () => controller.error(request.signal.reason));
        },
      }),
    );

  test('reports its progress', async () => {
    const headers = { 'content-length': '3', 'content-type': 'text/plain', etag: '"a"' };
    const script = scriptedFetch(new Response(streamOf('t', 'ea'), { headers }));
    const received: Progress[] = [];
    const onProgress = (progress: Progress): void => void received.push(progress);
    const download = await client(script).documents.download('a', { onProgress, range: { start: 2 } });
    expect(download).toMatchObject({ size: 3, contentType: 'text/plain', etag: '"a"' });
    expect(await download.text()).toBe('tea');
    expect(received).toEqual([
      { transferredBytes: 1, totalBytes: 3 },
      { transferredBytes: 3, totalBytes: 3 },
    ]);
    expect(script.requests[0]!.headers.get('range')).toBe('bytes=2-');
  });

  test('fails with a timeout if no data arrives', async () => {
    const download = await client(scriptedFetch(stalling)).documents.download('a', { timeoutMs: 30 });
    await expect(download.text()).rejects.toThrow(TimeoutError);
  });

  test('ends when the signal of the call aborts', async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const download = await client(scriptedFetch(stalling)).documents.download('a', options);
    setTimeout(() => controller.abort(new Error('No longer needed.')), 20);
    await expect(download.text()).rejects.toThrow('No longer needed.');
  });
});

describe('an export of the audit log', () => {
  const entries = async (loci: Loci): Promise<unknown[]> => {
    const received: unknown[] = [];
    for await (const entry of loci.audit.export()) received.push(entry);
    return received;
  };

  test('yields the entries, also if a chunk ends within a line', async () => {
    const response = new Response(streamOf('{"id":"ü', '1"}\n{"id":"2"}\n{"end"', ':true,"count":2}\n'));
    expect(await entries(client(scriptedFetch(response)))).toEqual([{ id: 'ü1' }, { id: '2' }]);
  });

  test('that was interrupted throws an error', async () => {
    const response = new Response(streamOf('{"id":"1"}\n'));
    await expect(entries(client(scriptedFetch(response)))).rejects.toThrow(
      new ConnectionError('The export was interrupted.'),
    );
  });
});
