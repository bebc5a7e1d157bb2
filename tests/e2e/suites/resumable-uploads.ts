import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { Upload } from 'tus-js-client';
import { eventually } from '../../support/eventually.ts';
import {
  TUS,
  appendToUpload,
  sendFirstPart,
  startUpload,
  uploadIdOf,
} from '../../support/resumable-upload.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const MIB = 1_048_576;
const UPLOADS = '/api/v2/documents/uploads';

/**
 * Defines the tests of resumable uploads through the gateway. `@loci/client` does not send the requests of tus, only the
 * request that completes an upload.
 *
 * @see docs/reference/http.md#resumable-uploads
 */
export function describeResumableUploads(platform: TestPlatform): void {
  describe('resumable uploads', () => {
    let tenant: Tenant;
    let loci: Loci;
    beforeAll(async () => {
      tenant = await platform.createTenant();
      ({ loci } = tenant);
    });

    const contentOf = (text: string, length: number): Buffer => Buffer.from(text.padEnd(length, ' '));

    async function offsetOf(path: string, token = tenant.token): Promise<string> {
      const { status, headers } = await platform.sendUnchecked({ method: 'HEAD', path, token, headers: TUS });
      return `${status} ${headers['upload-offset'] ?? ''}`.trim();
    }

    const create = (filename: string, length: number) => startUpload(tenant, 'documents', filename, length);

    test('the client of the tus project sends a file in several requests, and continues after it was stopped', async () => {
      const content = contentOf('Sent by the client of tus.', 2.5 * MIB);
      const finished = Promise.withResolvers<void>();
      const offsets: number[] = [];
      const upload: Upload = new Upload(content, {
        endpoint: `${platform.baseUrl}${UPLOADS}`,
        headers: { authorization: `Bearer ${tenant.token}` },
        metadata: { filename: 'tus.txt' },
        chunkSize: MIB,
        retryDelays: null,
        onChunkComplete: (_size, offset) => {
          offsets.push(offset);
          if (offset === MIB) void upload.abort().then(() => upload.start());
        },
        onSuccess: () => finished.resolve(),
        onError: finished.reject,
      });
      upload.start();
      await finished.promise;
      expect(offsets).toEqual([MIB, 2 * MIB, 2.5 * MIB]);
      expect(await loci.documents.completeUpload(uploadIdOf(upload.url!))).toMatchObject({
        size: content.length,
        metadata: { duplicate_upload: false },
      });
    });

    test('keep the bytes that arrived before the connection to the gateway was cut', async () => {
      const content = contentOf('Cut once.', 1.5 * MIB);
      const path = await create('cut.txt', content.length);
      const part = content.subarray(0, 1.25 * MIB);
      const connection = sendFirstPart(`${platform.baseUrl}${path}`, tenant, part, content.length);
      await eventually(async () => expect(await offsetOf(path)).toBe(`204 ${MIB}`));
      connection.destroy();
      await eventually(async () => expect(await offsetOf(path)).toBe(`204 ${1.25 * MIB}`));
      const appended = await appendToUpload(tenant, path, 1.25 * MIB, content.subarray(1.25 * MIB));
      expect(appended.status).toBe(204);
      const { id } = await loci.documents.completeUpload(uploadIdOf(path));
      const download = await loci.documents.download(id);
      expect(Buffer.from(await download.bytes()).equals(content)).toBe(true);
    });

    test('threat 1: another tenant receives 404 for an upload', async () => {
      const path = await create('secret.txt', 10);
      const other = await platform.createTenant();
      expect(await offsetOf(path, other.token)).toBe('404');
      expect(await offsetOf(path)).toBe('204 0');
    });
  });
}
