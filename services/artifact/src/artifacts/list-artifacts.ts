import type { Caller } from '@loci/core';
import { continueAfter, encodeCursor, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { z } from 'zod';
import { NAME } from './artifact-path.ts';
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
  /** Requested page. `perPage` is the maximum number of folders, and also the maximum number of files. */
  page: CursorPage;
}

export interface FolderContents {
  /** Names of the subfolders that contain a file at any depth. */
  folders: string[];
  files: Artifact[];
  /** True if the next page has further folders or files. */
  truncated: boolean;
  /** Cursor of the next page. Null if `truncated` is false. */
  nextCursor: string | null;
}

/** Name of this list in its cursors. */
const ARTIFACT_LIST = 'artifacts';

const name = z.string().regex(NAME);
/** Names of the last folder and of the last file of the earlier pages. Empty if these pages contain none. */
const lastNames = z.tuple([name, name]);

/**
 * Lists the files and subfolders of a folder, sorted by name. Returns nothing for a folder that does not exist.
 *
 * @throws VAL_FIELD_INVALID for the cursor of another list
 * @see docs/reference/artifacts.md#list-artifacts
 */
export async function listArtifacts(
  { inTransaction, artifacts }: ListArtifactsDeps,
  { tenantId }: Caller,
  { folder, namePart, page }: ListArtifactsInput,
): Promise<FolderContents> {
  const { perPage } = page;
  const [afterFolder, afterFile] = continueAfter(page.cursor, ARTIFACT_LIST, lastNames) ?? ['', ''];
  const listing = { namePart, ...toLimit(page) };
  const [folders, files] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      artifacts.listFolders(tx, tenantId, folder, { ...listing, after: afterFolder }),
      artifacts.listFiles(tx, tenantId, folder, { ...listing, after: afterFile }),
    ]),
  );
  const truncated = folders.length > perPage || files.length > perPage;
  const listed = { folders: folders.slice(0, perPage), files: files.slice(0, perPage) };
  const lastFolder = listed.folders.at(-1) ?? afterFolder;
  const lastFile = listed.files.at(-1)?.path.name ?? afterFile;
  const position = (page.cursor?.position ?? listing.offset) + perPage;
  const nextCursor = truncated
    ? encodeCursor({ list: ARTIFACT_LIST, after: [lastFolder, lastFile], position })
    : null;
  return { ...listed, truncated, nextCursor };
}
