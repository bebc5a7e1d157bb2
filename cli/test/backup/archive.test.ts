import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ArchiveWriter } from '../../src/backup/archive-writer.ts';
import { isEncrypted, readArchive, VERIFY_ONLY } from '../../src/backup/read-archive.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';

const MANIFEST = { format: 'loci-backup', version: 1, loci: '2.0.0', postgres: 18, created_at: '2026-01-01' };
const PASSPHRASE = 'a long passphrase';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci-archive-'));
  file = join(folder, 'loci.backup');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function write(
  texts: Record<string, string>,
  { passphrase, manifest = MANIFEST }: { passphrase?: string; manifest?: object } = {},
): Promise<void> {
  const writer = await ArchiveWriter.create(file, passphrase);
  await writer.addText('manifest.json', JSON.stringify(manifest));
  for (const [name, text] of Object.entries(texts)) await writer.addText(name, text);
  await writer.finish();
}

const verify = (passphrase?: string) => readArchive(file, passphrase, VERIFY_ONLY);
const restore = (passphrase?: string) =>
  restoreBackup({ source: file, dataDir: join(folder, 'data'), passphrase });

describe('an archive', () => {
  test('is readable only by its owner, and contains the files with their checksums', async () => {
    await write({ 'loci-data.json': '{}', 'objects/a/b': 'content' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await verify()).toEqual({ files: 3, bytes: JSON.stringify(MANIFEST).length + 9 });
    expect(readdirSync(folder)).toEqual(['loci.backup']);
  });

  test('omits what is appended to a file, and extends a file that shrinks', async () => {
    const path = join(folder, 'growing');
    writeFileSync(path, 'x'.repeat(600_000));
    const writer = await ArchiveWriter.create(file, undefined);
    await writer.addText('manifest.json', JSON.stringify(MANIFEST));
    const adding = writer.addFile('loci-data.json', path);
    writeFileSync(path, 'y');
    expect(await adding).toBe(true);
    expect(await writer.addFile('objects/missing', join(folder, 'missing'))).toBe(false);
    await writer.finish();
    expect((await verify()).files).toBe(2);
  });

  test('is encrypted with a passphrase', async () => {
    await write({ 'secrets/admin-token': 'loci_admin_secret' }, { passphrase: PASSPHRASE });
    expect(readFileSync(file, 'latin1')).not.toContain('loci_admin_secret');
    expect(await isEncrypted(file)).toBe(true);
    expect((await verify(PASSPHRASE)).files).toBe(2);
    await expect(verify('another passphrase')).rejects.toThrow('The passphrase is wrong, or');
  });

  test('with a changed byte is rejected if it is encrypted', async () => {
    await write({ 'objects/a': 'content' }, { passphrase: PASSPHRASE });
    const bytes = readFileSync(file);
    bytes[bytes.length - 20]! ^= 1;
    writeFileSync(file, bytes);
    await expect(verify(PASSPHRASE)).rejects.toMatchObject({ name: 'BackupError' });
  });

  test('with a changed file is rejected, and nothing is restored', async () => {
    await write({ 'loci-data.json': '{}', 'objects/a': 'the content' });
    const tar = gunzipSync(readFileSync(file));
    tar.write('another one', tar.indexOf('the content'));
    writeFileSync(file, gzipSync(tar));
    await expect(restore()).rejects.toThrow(
      `${file} is damaged: the checksum of objects/a is wrong. Use another backup.`,
    );
    expect(readdirSync(folder)).toEqual(['loci.backup']);
  });

  test('without its end is rejected', async () => {
    await write({ 'objects/a': 'x'.repeat(10_000) });
    const tar = gunzipSync(readFileSync(file));
    const withoutChecksums = tar.subarray(0, tar.lastIndexOf('SHA256SUMS'));
    writeFileSync(file, gzipSync(Buffer.concat([withoutChecksums, Buffer.alloc(1024)])));
    await expect(verify()).rejects.toThrow(`${file} is damaged: it is incomplete. Use another backup.`);
    writeFileSync(file, gzipSync(tar).subarray(0, 200));
    await expect(verify()).rejects.toMatchObject({ name: 'BackupError' });
  });

  test.each(['../escape', 'objects/../../escape', '/etc/passwd', 'postgres/..', 'other/file'])(
    'with the path %s is rejected before the file is written',
    async (path) => {
      await write({ [path]: 'x' });
      await expect(restore()).rejects.toMatchObject({ name: 'BackupError' });
      expect(readdirSync(folder)).toEqual(['loci.backup']);
    },
  );

  test('of a later version, or of another version of PostgreSQL, is rejected', async () => {
    await write({}, { manifest: { ...MANIFEST, version: 2 } });
    await expect(restore()).rejects.toThrow('has a format that this version of Loci does not support');
    await write({}, { manifest: { ...MANIFEST, postgres: 17 } });
    await expect(restore()).rejects.toThrow('contains a database of PostgreSQL 17');
  });
});
