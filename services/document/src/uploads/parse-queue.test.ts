import { describe, expect, test } from '@jest/globals';
import type { ChunkedDocument } from '../parsing/parser-messages.ts';
import { createParseQueue } from './parse-queue.ts';
import type { Parse } from './parse-queue.ts';

const DONE: ChunkedDocument = { contentType: 'text/plain', chunks: [] };

/** A parser that ends when the test says so. */
function heldParser() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<ChunkedDocument>>();
  const parse: Parse = ({ filename }) => {
    begun.push(filename);
    const end = Promise.withResolvers<ChunkedDocument>();
    ends.set(filename, end);
    return end.promise;
  };
  return { parse, begun, end: (filename: string) => ends.get(filename)! };
}

/** Everything that waits for nothing but its turn has had it. */
const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const file = (filename: string, signal = new AbortController().signal) => ({
  filePath: `/uploads/${filename}`,
  filename,
  signal,
});

describe('createParsingLine (issue "Documents" 4: parsing is queued)', () => {
  test('two run at once, the others in the order of their arrival', async () => {
    const { parse, begun, end } = heldParser();
    const line = createParseQueue(parse, { concurrency: 2, maxQueued: 5 });
    const parsing = ['a', 'b', 'c', 'd'].map((name) => line(file(name)));
    await quiet();
    expect(begun).toEqual(['a', 'b']);
    end('b').resolve(DONE);
    await parsing[1];
    await quiet();
    expect(begun).toEqual(['a', 'b', 'c']);
    end('a').reject(new Error('unreadable'));
    await expect(parsing[0]).rejects.toThrow('unreadable');
    await quiet();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    end('c').resolve(DONE);
    end('d').resolve(DONE);
    await expect(Promise.all([parsing[2], parsing[3]])).resolves.toEqual([DONE, DONE]);
  });

  test('503 when too many wait, and room again when one is done', async () => {
    const { parse, end } = heldParser();
    const line = createParseQueue(parse, { concurrency: 1, maxQueued: 1 });
    const [first, second] = [line(file('a')), line(file('b'))];
    await expect(line(file('c'))).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    end('a').resolve(DONE);
    await first;
    const third = line(file('d'));
    await quiet();
    end('b').resolve(DONE);
    await second;
    await quiet();
    end('d').resolve(DONE);
    await expect(third).resolves.toEqual(DONE);
  });

  test('whoever is gone loses the place in the line', async () => {
    const { parse, begun, end } = heldParser();
    const line = createParseQueue(parse, { concurrency: 1, maxQueued: 1 });
    const gone = new AbortController();
    const first = line(file('a'));
    const cancelled = line(file('b', gone.signal));
    gone.abort();
    await expect(cancelled).rejects.toThrow('cancelled');
    const third = line(file('c'));
    end('a').resolve(DONE);
    await first;
    await quiet();
    end('c').resolve(DONE);
    await third;
    expect(begun).toEqual(['a', 'c']);
  });

  test('a signal that is aborted already never begins', async () => {
    const { parse, begun } = heldParser();
    const line = createParseQueue(parse, { concurrency: 1, maxQueued: 1 });
    await expect(line(file('a', AbortSignal.abort()))).rejects.toThrow('cancelled');
    expect(begun).toEqual([]);
  });
});
