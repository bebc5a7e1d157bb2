import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { errorOf, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { ArtifactFixture } from '../artifact-service.fixture.ts';

const ONE_MB = 1_048_576;
const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

const newTenant = (caller = testCaller()) => {
  const { save, ...others } = operations(fixture, caller);
  return {
    caller,
    ...others,
    saveBytes: (path: string, bytes: Buffer) => save(path, bytes.toString('base64'), 'base64'),
    saveBase64: (content: string) => save('/file.bin', content, 'base64'),
  };
};

describe('an artifact that is not text', () => {
  test('is returned in base64 with the type of its first bytes', async () => {
    const { saveBytes, retrieve, list } = newTenant();
    const saved = await saveBytes('/images/tea.png', PNG);
    expect(saved.status).toBe(201);
    expect(saved.body.data).toMatchObject({ content_type: 'image/png', size: PNG.length });
    expect((await retrieve('/images/tea.png')).body.data).toEqual({
      success: true,
      content: PNG.toString('base64'),
      encoding: 'base64',
      path: '/images/tea.png',
      content_type: 'image/png',
      size: PNG.length,
    });
    expect((await list({ prefix: '/images' })).body.data['files']).toMatchObject([
      { content_type: 'image/png' },
    ]);
  });

  test('never has the type of its extension', async () => {
    const { caller, saveBytes, retrieve } = newTenant();
    await saveBytes('/page.html', Buffer.from('ff3c7363726970743e', 'hex'));
    expect((await retrieve('/page.html')).body.data['content_type']).toBe('application/octet-stream');
    await saveBytes('/tea.png', PNG);
    await fixture.as(caller).post('/api/v2/artifacts/move').send({ from: '/tea.png', to: '/tea.svg' });
    expect((await retrieve('/tea.svg')).body.data).toMatchObject({
      content_type: 'image/png',
      encoding: 'base64',
    });
  });

  test('can have 1 MiB, and is rejected with 413 with one byte more', async () => {
    const { saveBytes } = newTenant();
    expect((await saveBytes('/large.bin', Buffer.alloc(ONE_MB, 0xff))).status).toBe(201);
    const rejected = await saveBytes('/larger.bin', Buffer.alloc(ONE_MB + 1, 0xff));
    expect(errorOf(rejected)).toEqual([413, 'VAL_FIELD_TOO_LONG']);
    expect(rejected.body.error.details).toEqual({
      field: 'content',
      max_length: ONE_MB,
      actual_length: ONE_MB + 1,
    });
  });

  test.each([
    ['other characters', '/w==\n'],
    ['characters of another alphabet', '_w=='],
    ['a character that is no whole byte', '/w==/'],
    ['bits that are not part of a byte', '/x=='],
  ])('is rejected with 422 if its base64 contains %s', async (_name, content) => {
    const rejected = await newTenant().saveBase64(content);
    expect(errorOf(rejected)).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(rejected.body.error.field_errors).toEqual({
      content: ['The content must be base64 without line breaks.'],
    });
  });

  test('is accepted without padding', async () => {
    expect((await newTenant().saveBase64('/w')).body.data['size']).toBe(1);
  });

  test.each(['', Buffer.from('password: hunter2').toString('base64')])(
    'is rejected with 422 if it is text, so that the secret filter checks all text',
    async (content) => {
      const rejected = await newTenant().saveBase64(content);
      expect(errorOf(rejected)).toEqual([422, 'VAL_FIELD_INVALID']);
      expect(rejected.body.error.message).toBe('The content is text. Send text with the encoding `utf-8`.');
    },
  );

  test('cannot be read by another tenant', async () => {
    await newTenant().saveBytes('/tea.png', PNG);
    expect(errorOf(await newTenant().retrieve('/tea.png'))).toEqual([404, 'RES_NOT_FOUND']);
  });
});
