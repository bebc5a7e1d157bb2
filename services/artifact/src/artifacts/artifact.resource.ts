import { componentNames } from '@loci/contracts';
import { z } from 'zod';
import { joinPath } from './artifact-path.ts';
import type { ArtifactPath } from './artifact-path.ts';
import { encodingOf } from './artifact.ts';
import type { Artifact } from './artifact.ts';
import { CONTENT_ENCODINGS } from './content-encoding.ts';
import type { FolderContents } from './list-artifacts.ts';
import type { ArtifactWithContent } from './retrieve-artifact.ts';

export const savedResource = z
  .object({
    success: z.literal(true).describe('`true`.'),
    message: z.string().describe('Human-readable message.'),
    path: z.string().describe('Path of the file.'),
    artifact_id: z.guid().describe('ID of the artifact.'),
    content_type: z.string().describe('MIME type of the file.'),
    size: z.int().describe('Size in bytes.'),
    storage_path: z
      .string()
      .describe('Key of the file in the object store. No operation of the API accepts it.'),
  })
  .register(componentNames, { name: 'SavedArtifact' });

export const toSavedResource = (artifact: Artifact): z.input<typeof savedResource> => ({
  success: true,
  message: `Saved ${joinPath(artifact.path)}.`,
  path: joinPath(artifact.path),
  artifact_id: artifact.id,
  content_type: artifact.contentType,
  size: artifact.sizeBytes,
  storage_path: artifact.objectKey,
});

export const artifactResource = z
  .object({
    success: z.literal(true).describe('`true`.'),
    content: z.string().describe('Content of the file.'),
    encoding: z
      .enum(CONTENT_ENCODINGS)
      .describe('`utf-8` if `content` is the text of the file, `base64` if the file is not text.'),
    path: z.string().describe('Path of the file.'),
    content_type: z.string().describe('MIME type of the file.'),
    size: z.int().describe('Size in bytes.'),
  })
  .register(componentNames, { name: 'Artifact' });

export const toResource = ({ artifact, content }: ArtifactWithContent): z.input<typeof artifactResource> => ({
  success: true,
  content,
  encoding: encodingOf(artifact),
  path: joinPath(artifact.path),
  content_type: artifact.contentType,
  size: artifact.sizeBytes,
});

export const folderResource = z
  .object({
    success: z.literal(true).describe('`true`.'),
    path: z.string().describe('Path of the file.'),
    folders: z.array(z.string()).describe('Names of the subfolders that contain a file at any depth.'),
    files: z
      .array(
        z.object({
          name: z.string().describe('Name of the file.'),
          size: z.int().describe('Size in bytes.'),
          content_type: z.string().describe('MIME type of the file.'),
          last_modified: z.string().describe('Time of the last change.'),
        }),
      )
      .describe('`name`, `size` (bytes), `content_type` and `last_modified` (date-time) of each file.'),
    truncated: z.boolean().describe('True if more files or folders follow. Continue with next_cursor.'),
    next_cursor: z.string().nullable().describe('Cursor of the next files and folders. Null at the end.'),
  })
  .register(componentNames, { name: 'ArtifactFolder' });

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

export const movedResource = z
  .object({
    success: z.literal(true).describe('`true`.'),
    message: z.string().describe('Human-readable message.'),
    path: z.string().describe('New path of the file.'),
    artifact_id: z.guid().describe('ID of the artifact.'),
    content_type: z.string().describe('MIME type of the file.'),
    size: z.int().describe('Size in bytes.'),
  })
  .register(componentNames, { name: 'MovedArtifact' });

export const toMovedResource = (from: ArtifactPath, artifact: Artifact): z.input<typeof movedResource> => ({
  success: true,
  message: `Moved ${joinPath(from)} to ${joinPath(artifact.path)}.`,
  path: joinPath(artifact.path),
  artifact_id: artifact.id,
  content_type: artifact.contentType,
  size: artifact.sizeBytes,
});

export const deletedResource = z
  .object({
    success: z.literal(true).describe('`true`.'),
    message: z.string().describe('Human-readable message.'),
  })
  .register(componentNames, { name: 'DeletedArtifact' });

export const toDeletedResource = (path: ArtifactPath): z.input<typeof deletedResource> => ({
  success: true,
  message: `Deleted ${joinPath(path)}.`,
});
