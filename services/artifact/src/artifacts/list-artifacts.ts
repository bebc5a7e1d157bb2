import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { ArtifactRepository } from './artifact.repository.ts';
import type { Artifact } from './artifact.ts';

export interface ListArtifactsDeps {
  inTransaction: InTransaction;
  artifacts: Pick<ArtifactRepository, 'listFiles' | 'listFolders'>;
}

export interface ListArtifactsInput {
  folder: string;
  /** Substring of the names of files and folders. Case-insensitive. */
  namePart: string;
  page: number;
  /** Maximum number of folders and maximum number of files on a page. */
  perPage: number;
}

export interface FolderContents {
  /** Names of the subfolders that contain a file at any depth. */
  folders: string[];
  files: Artifact[];
  /** True if the next page has further folders or files. */
  truncated: boolean;
}

/**
 * Lists the files and subfolders of a folder, sorted by name. Returns nothing for a folder that does not exist.
 *
 * @see docs/reference/artifacts.md#list-artifacts
 */
export async function listArtifacts(
  { inTransaction, artifacts }: ListArtifactsDeps,
  { tenantId }: Caller,
  { folder, namePart, page, perPage }: ListArtifactsInput,
): Promise<FolderContents> {
  const listing = { namePart, limit: perPage + 1, offset: (page - 1) * perPage };
  const [folders, files] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      artifacts.listFolders(tx, tenantId, folder, listing),
      artifacts.listFiles(tx, tenantId, folder, listing),
    ]),
  );
  return {
    folders: folders.slice(0, perPage),
    files: files.slice(0, perPage),
    truncated: folders.length > perPage || files.length > perPage,
  };
}
