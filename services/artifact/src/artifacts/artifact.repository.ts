import type { Caller } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import { ARTIFACT_BYTES_COUNTER } from './artifact-counters.ts';
import { parentFolders } from './artifact-path.ts';
import type { ArtifactPath } from './artifact-path.ts';
import type { Artifact, PathConflict } from './artifact.ts';

interface FileRow {
  tenant_id: string;
  folder: string;
  name: string;
  artifact_id: string;
  content_type: string;
  is_binary: boolean;
  size_bytes: number;
  content_sha256: Buffer;
  object_key: string;
  last_modified: Date;
  /** Null for a file that was saved before the user was recorded. */
  user_id: string | null;
}

const COLUMN_NAMES = [
  'tenant_id',
  'folder',
  'name',
  'artifact_id',
  'content_type',
  'is_binary',
  'size_bytes',
  'content_sha256',
  'object_key',
  'last_modified',
  'user_id',
] as const satisfies readonly (keyof FileRow)[];
const COLUMNS = COLUMN_NAMES.join(', ');

/** Name filter and page of a folder listing. Names are sorted by their bytes. */
export interface Listing {
  /** Case-insensitive substring of the names. The empty string matches all names. */
  namePart: string;
  limit: number;
  offset: number;
  /** Name to continue after. The empty string starts at the first name. */
  after: string;
}

export interface ArtifactRepository {
  /** Returns the file at `path`, or null. */
  find(tx: Transaction, tenantId: string, path: ArtifactPath): Promise<Artifact | null>;
  /** Returns the file with an ID that a user saved, or null. */
  findOfUser(
    tx: Transaction,
    owner: Pick<Caller, 'tenantId' | 'userId'>,
    artifactId: string,
  ): Promise<Artifact | null>;
  /** Returns the file or folder that currently prevents saving a file at `path`, or null. */
  findConflict(tx: Transaction, tenantId: string, path: ArtifactPath): Promise<PathConflict | null>;
  /**
   * Creates the missing parent folders of a path. Waits for concurrent transactions that create or delete the
   * same names. Starts with the outermost folder, so that concurrent calls cannot deadlock.
   *
   * @param artifact the file below the folders. Its user is the user of the created folders.
   * @returns the outermost parent that is a file, or null
   */
  addFolders(
    tx: Transaction,
    artifact: Pick<Artifact, 'tenantId' | 'path' | 'userId'>,
  ): Promise<ArtifactPath | null>;
  /**
   * Inserts a file. Waits for concurrent saves to the same path.
   *
   * @returns false if a file or a folder exists at the path
   */
  insert(tx: Transaction, artifact: Artifact): Promise<boolean>;
  /** Deletes a file and returns it. Keeps its folders. Returns null if the file does not exist. */
  remove(tx: Transaction, tenantId: string, path: ArtifactPath): Promise<Artifact | null>;
  /** Returns the files of a folder, sorted by name. */
  listFiles(tx: Transaction, tenantId: string, folder: string, listing: Listing): Promise<Artifact[]>;
  /** Returns the names of the direct subfolders of `folder` that contain a file at any depth, sorted. */
  listFolders(tx: Transaction, tenantId: string, folder: string, listing: Listing): Promise<string[]>;
}

export const artifactRepository: ArtifactRepository = {
  find: async (tx, tenantId, { folder, name }) => {
    const rows = await tx.query<FileRow>(
      `SELECT ${COLUMNS} FROM entries
       WHERE tenant_id = $1 AND folder = $2 AND name = $3 AND artifact_id IS NOT NULL`,
      [tenantId, folder, name],
      'artifact-find',
    );
    return rows[0] ? toArtifact(rows[0]) : null;
  },

  findOfUser: async (tx, { tenantId, userId }, artifactId) => {
    const rows = await tx.query<FileRow>(
      `SELECT ${COLUMNS} FROM entries WHERE tenant_id = $1 AND user_id = $2 AND artifact_id = $3`,
      [tenantId, userId, artifactId],
    );
    return rows[0] ? toArtifact(rows[0]) : null;
  },

  findConflict: async (tx, tenantId, path) => {
    const paths = [...parentFolders(path), path];
    const rows = await tx.query<{ folder: string; name: string; is_file: boolean }>(
      `SELECT folder, name, artifact_id IS NOT NULL AS is_file FROM entries
       WHERE tenant_id = $1 AND (folder, name) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
      [tenantId, paths.map(({ folder }) => folder), paths.map(({ name }) => name)],
      'artifact-find-obstacle',
    );
    const itself = rows.find((row) => isSame(row, path));
    if (itself) return { kind: itself.is_file ? 'file' : 'folder', path };
    const parent = rows.find((row) => row.is_file);
    return parent ? { kind: 'parent-is-file', path: { folder: parent.folder, name: parent.name } } : null;
  },

  addFolders: async (tx, { tenantId, path, userId }) => {
    const folders = parentFolders(path);
    if (folders.length === 0) return null;
    const values = [tenantId, folders.map(({ folder }) => folder), folders.map(({ name }) => name)];
    const [, existing] = await Promise.all([
      tx.query(
        `INSERT INTO entries (tenant_id, folder, name, user_id)
         SELECT $1, folder, name, $4 FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS f(folder, name, depth)
         ORDER BY depth
         ON CONFLICT DO NOTHING`,
        [...values, userId],
        'artifact-add-folders',
      ),
      tx.query<ArtifactPath>(
        `SELECT folder, name FROM entries
         WHERE tenant_id = $1 AND (folder, name) IN (SELECT * FROM unnest($2::text[], $3::text[]))
           AND artifact_id IS NULL`,
        values,
        'artifact-find-folders',
      ),
    ]);
    // If a folder is missing after the insert, a file had the same path. The file may have been deleted
    // since.
    return folders.find((wanted) => !existing.some((found) => isSame(wanted, found))) ?? null;
  },

  insert: async (tx, artifact) => {
    const row = toRow(artifact);
    const rows = await tx.query(
      `WITH inserted AS (
         INSERT INTO entries (${COLUMNS}) VALUES (${COLUMN_NAMES.map((_, index) => `$${index + 1}`).join(', ')})
         ON CONFLICT DO NOTHING RETURNING tenant_id, size_bytes)
       INSERT INTO counter_changes (tenant_id, counter, change)
       SELECT tenant_id, '${ARTIFACT_BYTES_COUNTER}', size_bytes FROM inserted RETURNING 1`,
      COLUMN_NAMES.map((column) => row[column]),
      'artifact-insert',
    );
    return rows.length === 1;
  },

  remove: async (tx, tenantId, { folder, name }) => {
    const rows = await tx.query<FileRow>(
      `WITH removed AS (
         DELETE FROM entries WHERE tenant_id = $1 AND folder = $2 AND name = $3 AND artifact_id IS NOT NULL
         RETURNING ${COLUMNS}),
       counted AS (
         INSERT INTO counter_changes (tenant_id, counter, change)
         SELECT tenant_id, '${ARTIFACT_BYTES_COUNTER}', -size_bytes FROM removed)
       SELECT ${COLUMNS} FROM removed`,
      [tenantId, folder, name],
      'artifact-remove',
    );
    return rows[0] ? toArtifact(rows[0]) : null;
  },

  listFiles: async (tx, tenantId, folder, { namePart, limit, offset, after }) => {
    const rows = await tx.query<FileRow>(
      `SELECT ${COLUMNS} FROM entries
       WHERE tenant_id = $1 AND folder = $2 AND artifact_id IS NOT NULL AND name > $6
         AND strpos(lower(name), lower($3)) > 0
       ORDER BY name LIMIT $4 OFFSET $5`,
      [tenantId, folder, namePart, limit, offset, after],
    );
    return rows.map(toArtifact);
  },

  listFolders: async (tx, tenantId, folder, { namePart, limit, offset, after }) => {
    const parent = folder === '/' ? '/' : `${folder}/`;
    // The `folder` of a file below a subfolder equals the subfolder or is between `subfolder/` and
    // `subfolder0`, because `0` follows the slash in byte order. OFFSET 0 keeps the planner from building a hash table of all
    // files of the tenant.
    const rows = await tx.query<{ name: string }>(
      `SELECT d.name FROM entries d
       WHERE d.tenant_id = $1 AND d.folder = $2 AND d.artifact_id IS NULL AND d.name > $7
         AND strpos(lower(d.name), lower($3)) > 0
         AND (EXISTS (
           SELECT 1 FROM entries f
           WHERE f.tenant_id = $1 AND f.artifact_id IS NOT NULL AND f.folder = $6 || d.name OFFSET 0
         ) OR EXISTS (
           SELECT 1 FROM entries f
           WHERE f.tenant_id = $1 AND f.artifact_id IS NOT NULL
             AND f.folder >= $6 || d.name || '/' AND f.folder < $6 || d.name || '0' OFFSET 0
         ))
       ORDER BY d.name LIMIT $4 OFFSET $5`,
      [tenantId, folder, namePart, limit, offset, parent, after],
    );
    return rows.map(({ name }) => name);
  },
};

const isSame = (one: ArtifactPath, other: ArtifactPath): boolean =>
  one.folder === other.folder && one.name === other.name;

const toArtifact = (row: FileRow): Artifact => ({
  tenantId: row.tenant_id,
  id: row.artifact_id,
  path: { folder: row.folder, name: row.name },
  contentType: row.content_type,
  isBinary: row.is_binary,
  sizeBytes: row.size_bytes,
  contentSha256: row.content_sha256,
  objectKey: row.object_key,
  lastModified: row.last_modified,
  userId: row.user_id,
});

const toRow = (artifact: Artifact): FileRow => ({
  tenant_id: artifact.tenantId,
  folder: artifact.path.folder,
  name: artifact.path.name,
  artifact_id: artifact.id,
  content_type: artifact.contentType,
  is_binary: artifact.isBinary,
  size_bytes: artifact.sizeBytes,
  content_sha256: artifact.contentSha256,
  object_key: artifact.objectKey,
  last_modified: artifact.lastModified,
  user_id: artifact.userId,
});
