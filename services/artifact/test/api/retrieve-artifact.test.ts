import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import {
  CALLERS_WITHOUT,
  errorOf,
  isDown,
  operations,
  startArtifactService,
} from '../artifact-service.fixture.ts';
import type { TestResponse, ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

const someone = () => {
  const caller = testCaller();
  return { caller, ...operations(fixture, caller) };
};

describe('GET /api/v2/artifacts 200', () => {
  test('answers success, content, path, content_type and size', async () => {
    const { save, retrieve } = someone();
    await save('/notes/tea.md', '# Grüner Tee\n');
    const { status, body } = await retrieve('/notes/tea.md');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      success: true,
      content: '# Grüner Tee\n',
      path: '/notes/tea.md',
      content_type: 'text/markdown',
      size: 14,
    });
  });

  test('content comes back byte for byte: BOM, line ends, combining marks, right to left, astral', async () => {
    const { save, retrieve } = someone();
    const content =
      '\uFEFF\r\n\n\r\t\u0001\u007f\u00a0e\u0301 \u202eabc 🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{10FFFF}\uFFFE\uFFFF\u2028 </script>\\u0041';
    await save('/odd.txt', content);
    const { body } = await retrieve('/odd.txt');
    expect(body.data['content']).toBe(content);
    expect(body.data['size']).toBe(Buffer.byteLength(content));
  });

  test('any Unicode text comes back as it was', async () => {
    const { save, retrieve } = someone();
    let count = 0;
    const text = fc.string({ unit: 'binary', maxLength: 200 }).filter((t) => !t.includes('\u0000'));
    await assertProperty(
      fc.asyncProperty(text, async (content) => {
        const path = `/${(count += 1)}.txt`;
        expect((await save(path, content)).status).toBe(201);
        expect((await retrieve(path)).body.data['content']).toBe(content);
      }),
      { runs: 200 },
    );
  });

  test('the content type is right on every read, by the extension', async () => {
    const { save, retrieve } = someone();
    for (const [name, type] of [
      ['a.md', 'text/markdown'],
      ['a.txt', 'text/plain'],
      ['a.json', 'application/json'],
      ['a.html', 'text/html'],
      ['a.yml', 'application/x-yaml'],
      ['a.csv', 'text/csv'],
      ['a.rs', 'application/octet-stream'],
      ['Makefile', 'application/octet-stream'],
    ] as const) {
      expect((await save(`/${name}`)).body.data['content_type']).toBe(type);
      expect((await retrieve(`/${name}`)).body.data['content_type']).toBe(type);
      expect((await retrieve(`/${name}`)).body.data['content_type']).toBe(type);
    }
  });
});

describe('GET /api/v2/artifacts 404', () => {
  test('nothing there, a folder, and a path below a file', async () => {
    const { save, retrieve } = someone();
    await save('/notes/tea.md');
    for (const path of ['/tea.md', '/notes', '/notes/tea.md/more', '/notes/Tea.md']) {
      const answer = await retrieve(path);
      expect(errorOf(answer)).toEqual([404, 'RES_NOT_FOUND']);
      expect(answer.body.error.details).toEqual({ resource_type: 'artifact', resource_id: path });
    }
  });

  test('another tenant’s artifact', async () => {
    await someone().save('/secret.md', 'theirs');
    expect(errorOf(await someone().retrieve('/secret.md'))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('deleted between the look-up and the read', async () => {
    const { save, remove, retrieve } = someone();
    await save('/tea.md');
    fixture.faults.beforeGet = async () => {
      fixture.faults.beforeGet = undefined;
      await remove('/tea.md');
    };
    expect(errorOf(await retrieve('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
  });
});

describe('GET /api/v2/artifacts, what changes meanwhile', () => {
  test('deleted and saved anew between the look-up and the read: the new content', async () => {
    const { save, remove, retrieve } = someone();
    await save('/tea.md', 'first');
    fixture.faults.beforeGet = async () => {
      fixture.faults.beforeGet = undefined;
      await remove('/tea.md');
      await save('/tea.md', 'second');
    };
    expect((await retrieve('/tea.md')).body.data['content']).toBe('second');
  });
});

describe('GET /api/v2/artifacts 401, 403, 422, 500, 503', () => {
  test('without a token', async () => {
    expect(errorOf(await operations(fixture, null).retrieve('/tea.md'))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.read)('without the scope or permission read', async (caller, code) => {
    expect(errorOf(await operations(fixture, caller).retrieve('/tea.md'))).toEqual([403, code]);
  });

  test('a missing path', async () => {
    const answer = (await fixture.as(testCaller()).get('/api/v2/artifacts')) as TestResponse;
    expect(errorOf(answer)).toEqual([422, 'VAL_FIELD_REQUIRED']);
  });

  test('an object that was changed or lost under its artifact is never served', async () => {
    const { caller, save, retrieve } = someone();
    await save('/tea.md', 'Darjeeling');
    const [key] = await fixture.objectsOf(caller);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await fixture.objects.put(key!, Buffer.from('Darjeelinh'));
    expect(errorOf(await retrieve('/tea.md'))).toEqual([500, 'SYS_INTERNAL_ERROR']);
    await fixture.objects.delete(key!);
    const answer = await retrieve('/tea.md');
    expect(errorOf(answer)).toEqual([500, 'SYS_INTERNAL_ERROR']);
    expect(answer.body.error.message).not.toContain(key);
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });

  test('while the object store is down', async () => {
    const { save, retrieve } = someone();
    await save('/tea.md');
    fixture.faults.beforeGet = isDown;
    expect(errorOf(await retrieve('/tea.md'))).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
    fixture.faults.beforeGet = undefined;
    expect((await retrieve('/tea.md')).status).toBe(200);
  });
});
