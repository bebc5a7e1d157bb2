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
  /** Part of a file's or folder's name, in capitals or not. */
  namePart: string;
  page: number;
  /** At most so many folders and so many files. */
  perPage: number;
}

export interface FolderContents {
  /** Names of folders with a file at any depth. */
  folders: string[];
  files: Artifact[];
  /** True when another page holds more. */
  truncated: boolean;
}

/**
 * What lies directly in a folder, by name; nothing for a folder that is not there.
 * @see SPEC.md "Artifacts" 3
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
