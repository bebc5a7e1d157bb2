import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { errorOf, storeUnavailable, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { TestResponse, ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

const newTenant = () => {
  const caller = testCaller();
  return { caller, ...operations(fixture, caller) };
};

describe('GET /api/v2/artifacts', () => {
  test('returns content, path, content type and size', async () => {
    const { save, retrieve } = newTenant();
    await save('/notes/tea.md', '# Grüner Tee\n');
    const { status, body } = await retrieve('/notes/tea.md');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      success: true,
      content: '# Grüner Tee\n',
      encoding: 'utf-8',
      path: '/notes/tea.md',
      content_type: 'text/markdown',
      size: 14,
    });
  });

  test('returns special characters unchanged, such as a BOM, line ends and combining marks', async () => {
    const { save, retrieve } = newTenant();
    const content =
      '\uFEFF\r\n\n\r\t\u0001\u007f\u00a0e\u0301 \u202eabc 🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{10FFFF}\uFFFE\uFFFF\u2028 </script>\\u0041';
    await save('/odd.txt', content);
    const { body } = await retrieve('/odd.txt');
    expect(body.data['content']).toBe(content);
    expect(body.data['size']).toBe(Buffer.byteLength(content));
  });

  test('returns any Unicode text unchanged', async () => {
    const { save, retrieve } = newTenant();
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

  test('derives the content type from the file extension', async () => {
    const { save, retrieve } = newTenant();
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

describe('GET /api/v2/artifacts for a missing artifact', () => {
  test.each([
    ['an unknown path', '/tea.md'],
    ['a folder', '/notes'],
    ['a path below a file', '/notes/tea.md/more'],
    ['a path in another case', '/notes/Tea.md'],
  ])('returns 404 for %s', async (_, path) => {
    const { save, retrieve } = newTenant();
    await save('/notes/tea.md');
    const response = await retrieve(path);
    expect(errorOf(response)).toEqual([404, 'RES_NOT_FOUND']);
    expect(response.body.error.details).toEqual({ resource_type: 'artifact', resource_id: path });
  });

  test('returns 404 for an artifact of another tenant', async () => {
    await newTenant().save('/secret.md', 'theirs');
    expect(errorOf(await newTenant().retrieve('/secret.md'))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 404 if the artifact is deleted after its row was read and before its object is read', async () => {
    const { save, remove, retrieve } = newTenant();
    await save('/tea.md');
    fixture.faults.beforeGet = async () => {
      fixture.faults.beforeGet = undefined;
      await remove('/tea.md');
    };
    expect(errorOf(await retrieve('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
  });
});

describe('GET /api/v2/artifacts during a change', () => {
  test('returns the new content if the artifact is replaced after its row was read and before its object is read', async () => {
    const { save, remove, retrieve } = newTenant();
    await save('/tea.md', 'first');
    fixture.faults.beforeGet = async () => {
      fixture.faults.beforeGet = undefined;
      await remove('/tea.md');
      await save('/tea.md', 'second');
    };
    expect((await retrieve('/tea.md')).body.data['content']).toBe('second');
  });
});

describe('errors of GET /api/v2/artifacts', () => {
  test('returns 401 without a token', async () => {
    expect(errorOf(await operations(fixture, null).retrieve('/tea.md'))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.read)('returns 403 for %s', async (_, caller, code) => {
    expect(errorOf(await operations(fixture, caller).retrieve('/tea.md'))).toEqual([403, code]);
  });

  test('returns 422 for a missing path', async () => {
    const response = (await fixture.as(testCaller()).get('/api/v2/artifacts')) as TestResponse;
    expect(errorOf(response)).toEqual([422, 'VAL_FIELD_REQUIRED']);
  });

  test('returns 500 if the stored object was changed or deleted outside of the service', async () => {
    const { caller, save, retrieve } = newTenant();
    await save('/tea.md', 'Darjeeling');
    const [key] = await fixture.objectKeysOf(caller);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await fixture.objects.put(key!, Buffer.from('Darjeelinh'));
    expect(errorOf(await retrieve('/tea.md'))).toEqual([500, 'SYS_INTERNAL_ERROR']);
    await fixture.objects.delete(key!);
    const response = await retrieve('/tea.md');
    expect(errorOf(response)).toEqual([500, 'SYS_INTERNAL_ERROR']);
    expect(response.body.error.message).not.toContain(key);
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });

  test('returns 503 while the object store is unavailable', async () => {
    const { save, retrieve } = newTenant();
    await save('/tea.md');
    fixture.faults.beforeGet = storeUnavailable;
    expect(errorOf(await retrieve('/tea.md'))).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
    fixture.faults.beforeGet = undefined;
    expect((await retrieve('/tea.md')).status).toBe(200);
  });
});
