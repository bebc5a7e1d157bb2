import { createHash } from 'node:crypto';
import { MAX_ARTIFACT_BYTES } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { AppError, alreadyExists } from '@loci/core';
import { joinPath } from './artifact-path.ts';
import type { ArtifactPath } from './artifact-path.ts';
import { contentTypeOf } from './content-type.ts';

/** File that a user saved under a path. The object store holds its content. */
export interface Artifact {
  tenantId: string;
  id: string;
  path: ArtifactPath;
  contentType: string;
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
  content: Buffer,
  id: string,
  now: Date,
): Artifact {
  return {
    tenantId: caller.tenantId,
    id,
    path,
    contentType: contentTypeOf(path.name),
    sizeBytes: content.length,
    contentSha256: sha256(content),
    objectKey: `${caller.tenantId}/artifact/${id}`,
    lastModified: now,
    userId: caller.userId,
  };
}

/** Encodes content as UTF-8. @throws VAL_FIELD_TOO_LONG (413) if it exceeds 1 MB */
export function encodeContent(content: string): Buffer {
  const bytes = Buffer.from(content, 'utf8');
  if (bytes.length <= MAX_ARTIFACT_BYTES) return bytes;
  const message = `The content must be at most ${MAX_ARTIFACT_BYTES} bytes of UTF-8.`;
  throw new AppError('VAL_FIELD_TOO_LONG', message, {
    status: 413,
    fieldErrors: { content: [message] },
    details: { field: 'content', max_length: MAX_ARTIFACT_BYTES, actual_length: bytes.length },
  });
}

/** Decodes the bytes of a stored object. @throws SYS_INTERNAL_ERROR if they do not match `contentSha256` */
export function decodeContent(artifact: Artifact, bytes: Buffer): string {
  if (!sha256(bytes).equals(artifact.contentSha256)) {
    throw new AppError(
      'SYS_INTERNAL_ERROR',
      `The object ${artifact.objectKey} does not match its SHA-256 hash. Restore the object from a backup.`,
    );
  }
  return bytes.toString('utf8');
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
