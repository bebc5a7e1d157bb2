import { createHash } from 'node:crypto';
import type { Caller } from '@loci/core';
import { AppError, alreadyExists } from '@loci/core';
import { joinPath } from './artifact-path.ts';
import type { ArtifactPath } from './artifact-path.ts';
import type { ContentEncoding, EncodedContent } from './content-encoding.ts';
import { contentTypeOf, sniffContentType } from './content-type.ts';

/** File that a user saved under a path. The object store holds its content. */
export interface Artifact {
  tenantId: string;
  id: string;
  path: ArtifactPath;
  contentType: string;
  /** True for content that is not text. */
  isBinary: boolean;
  sizeBytes: number;
  /** SHA-256 of the content, verified on every read. */
  contentSha256: Buffer;
  objectKey: string;
  lastModified: Date;
  /** User who saved the file. Null for a file that was saved before the user was recorded. */
  userId: string | null;
}

/** Builds the artifact of new content. Does not store it. */
export function buildArtifact(
  caller: Caller,
  path: ArtifactPath,
  { bytes, isBinary }: EncodedContent,
  id: string,
  now: Date,
): Artifact {
  return {
    tenantId: caller.tenantId,
    id,
    path,
    contentType: isBinary ? sniffContentType(bytes) : contentTypeOf(path.name),
    isBinary,
    sizeBytes: bytes.length,
    contentSha256: sha256(bytes),
    objectKey: `${caller.tenantId}/artifact/${id}`,
    lastModified: now,
    userId: caller.userId,
  };
}

/** Returns the encoding in which clients receive the content of an artifact. */
export const encodingOf = ({ isBinary }: Pick<Artifact, 'isBinary'>): ContentEncoding =>
  isBinary ? 'base64' : 'utf-8';

/** Converts the bytes of a stored object to the content of a response. @throws SYS_INTERNAL_ERROR if they do not match `contentSha256` */
export function decodeContent(artifact: Artifact, bytes: Buffer): string {
  if (!sha256(bytes).equals(artifact.contentSha256)) {
    throw new AppError(
      'SYS_INTERNAL_ERROR',
      `The object ${artifact.objectKey} does not match its SHA-256 hash. Restore the object from a backup.`,
    );
  }
  return bytes.toString(encodingOf(artifact));
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export const artifactNotFound = (path: ArtifactPath): AppError =>
  new AppError('RES_NOT_FOUND', `There is no artifact at ${joinPath(path)}.`, {
    details: { resource_type: 'artifact', resource_id: joinPath(path) },
  });

/** Existing file or folder that prevents saving a file. */
export type PathConflict = { kind: 'file' | 'folder' | 'parent-is-file'; path: ArtifactPath };

/** Creates the RES_ALREADY_EXISTS error for a path conflict. */
export function pathConflictError(path: ArtifactPath, conflict: PathConflict): AppError {
  const details = { conflict: conflict.kind.replaceAll('-', '_'), conflicting_path: joinPath(conflict.path) };
  if (conflict.kind === 'file') return alreadyExists('artifact', joinPath(path), details);
  const message =
    conflict.kind === 'folder'
      ? `${joinPath(path)} is a folder. Save the file under another name.`
      : `${joinPath(conflict.path)} is a file. Files can only be saved in folders.`;
  return new AppError('RES_ALREADY_EXISTS', message, {
    details: { resource_type: 'artifact', identifier: joinPath(path), ...details },
  });
}
