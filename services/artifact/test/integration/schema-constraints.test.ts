import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { startArtifactService } from '../artifact-service.fixture.ts';
import type { ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

type Row = Record<string, unknown>;

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  await fixture.database.inTransaction(row['tenant_id'] as string, (tx) =>
    tx.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    ),
  );
}

function validFile(): Row {
  const [tenantId, id] = [newId(), newId()];
  return {
    tenant_id: tenantId,
    folder: '/notes',
    name: 'tea.md',
    artifact_id: id,
    content_type: 'text/markdown',
    size_bytes: 3,
    content_sha256: Buffer.alloc(32),
    object_key: `${tenantId}/artifact/${id}`,
    last_modified: new Date(),
  };
}

const violation = (constraint: string) => ({ code: '23514', constraint });

describe('constraints of the table entries', () => {
  test('accept a file and a folder', async () => {
    await insert('entries', validFile());
    await insert('entries', { tenant_id: newId(), folder: '/', name: 'notes' });
  });

  test.each<[string, Row, string]>([
    ['a relative folder', { folder: 'notes' }, 'entries_path'],
    ['an empty folder', { folder: '' }, 'entries_path'],
    ['a folder with a trailing slash', { folder: '/notes/' }, 'entries_path'],
    ['an empty name', { name: '' }, 'entries_path'],
    ['a name with a slash', { name: 'a//b' }, 'entries_path'],
    ['a hidden file', { name: '.env' }, 'entries_path'],
    ['a parent folder', { folder: '/notes/..' }, 'entries_path'],
    ['two dots in a name', { name: 'a..b' }, 'entries_path'],
    ['a letter outside of ASCII', { name: 'grüße' }, 'entries_path'],
    ['a line feed', { name: 'a\n' }, 'entries_path'],
    ['11 levels', { folder: '/1/2/3/4/5/6/7/8/9/10' }, 'entries_path'],
    ['a path of 1,025 characters', { folder: '/', name: 'a'.repeat(1_024) }, 'entries_path'],
    ['a file without an object key', { object_key: null }, 'entries_file_or_folder'],
    ['a folder with a content type', { artifact_id: null }, 'entries_file_or_folder'],
    [
      'an object key of another artifact',
      { object_key: `${newId()}/artifact/${newId()}` },
      'entries_object_key',
    ],
    ['an empty content type', { content_type: '' }, 'entries_content_type_check'],
    ['a negative size', { size_bytes: -1 }, 'entries_size_bytes_check'],
    ['more than 1 MB', { size_bytes: 1_048_577 }, 'entries_size_bytes_check'],
    [
      'a hash that is not 32 bytes long',
      { content_sha256: Buffer.alloc(31) },
      'entries_content_sha256_check',
    ],
  ])('reject %s', async (_, change, constraint) => {
    await expect(insert('entries', { ...validFile(), ...change })).rejects.toMatchObject(
      violation(constraint),
    );
  });

  test('accept a path of 1,024 characters and 10 levels', async () => {
    const folder = '/1/2/3/4/5/6/7/8/9';
    await insert('entries', { ...validFile(), folder, name: 'a'.repeat(1_024 - folder.length - 1) });
    await insert('entries', { ...validFile(), folder: '/', name: 'a'.repeat(1_023) });
  });
});

describe('constraints of the table orphaned_objects', () => {
  test('reject an object key of another tenant or of another kind', async () => {
    const tenantId = newId();
    for (const key of [`${newId()}/artifact/${newId()}`, `${tenantId}/document/${newId()}`]) {
      const row = { tenant_id: tenantId, object_key: key, removable_at: new Date() };
      await expect(insert('orphaned_objects', row)).rejects.toMatchObject(
        violation('orphaned_objects_object_key'),
      );
    }
  });
});
