import { z } from 'zod';
import { joinPath } from './artifact-path.ts';
import type { ArtifactPath } from './artifact-path.ts';
import type { Artifact } from './artifact.ts';
import type { FolderContents } from './list-artifacts.ts';
import type { ArtifactWithContent } from './retrieve-artifact.ts';

export const savedResource = z.object({
  success: z.literal(true),
  message: z.string(),
  path: z.string(),
  artifact_id: z.guid(),
  content_type: z.string(),
  size: z.int(),
  storage_path: z.string(),
});

export const toSavedResource = (artifact: Artifact): z.input<typeof savedResource> => ({
  success: true,
  message: `Saved ${joinPath(artifact.path)}.`,
  path: joinPath(artifact.path),
  artifact_id: artifact.id,
  content_type: artifact.contentType,
  size: artifact.sizeBytes,
  storage_path: artifact.objectKey,
});

export const artifactResource = z.object({
  success: z.literal(true),
  content: z.string(),
  path: z.string(),
  content_type: z.string(),
  size: z.int(),
});

export const toResource = ({ artifact, content }: ArtifactWithContent): z.input<typeof artifactResource> => ({
  success: true,
  content,
  path: joinPath(artifact.path),
  content_type: artifact.contentType,
  size: artifact.sizeBytes,
});

export const folderResource = z.object({
  success: z.literal(true),
  path: z.string(),
  folders: z.array(z.string()),
  files: z.array(
    z.object({ name: z.string(), size: z.int(), content_type: z.string(), last_modified: z.string() }),
  ),
  truncated: z.boolean().describe('True if more files or folders follow. Continue with next_cursor.'),
  next_cursor: z.string().nullable().describe('Cursor of the next files and folders. Null at the end.'),
});

export const toFolderResource = (
  folder: string,
  { folders, files, truncated, nextCursor }: FolderContents,
): z.input<typeof folderResource> => ({
  success: true,
  path: folder,
  folders,
  files: files.map((file) => ({
    name: file.path.name,
    size: file.sizeBytes,
    content_type: file.contentType,
    last_modified: file.lastModified.toISOString(),
  })),
  truncated,
  next_cursor: nextCursor,
});

export const deletedResource = z.object({ success: z.literal(true), message: z.string() });

export const toDeletedResource = (path: ArtifactPath): z.input<typeof deletedResource> => ({
  success: true,
  message: `Deleted ${joinPath(path)}.`,
});
