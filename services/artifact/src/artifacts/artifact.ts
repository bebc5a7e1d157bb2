import { createHash } from 'node:crypto';
import { MAX_ARTIFACT_BYTES } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { AppError, alreadyExists } from '@loci/core';
import { joinPath } from './artifact-path.ts';
import type { ArtifactPath } from './artifact-path.ts';
import { contentTypeOf } from './content-type.ts';

/** A file that a user keeps by its path. Its content is an object of its own. */
export interface Artifact {
  tenantId: string;
  id: string;
  path: ArtifactPath;
  contentType: string;
  sizeBytes: number;
  /** Tells on every read that the content is the one that was saved. */
  contentSha256: Buffer;
  objectKey: string;
  lastModified: Date;
}

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
  };
}

/** @throws VAL_FIELD_TOO_LONG with status 413 */
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

/** @throws SYS_INTERNAL_ERROR when these are not the bytes that were saved */
export function decodeContent(artifact: Artifact, bytes: Buffer): string {
  if (!sha256(bytes).equals(artifact.contentSha256)) {
    throw new AppError('SYS_INTERNAL_ERROR', `The object ${artifact.objectKey} is not what was saved.`);
  }
  return bytes.toString('utf8');
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export const artifactNotFound = (path: ArtifactPath): AppError =>
  new AppError('RES_NOT_FOUND', `There is no artifact at ${joinPath(path)}.`, {
    details: { resource_type: 'artifact', resource_id: joinPath(path) },
  });

/** What stands in the way of a new file. */
export type PathConflict = { kind: 'file' | 'folder' | 'parent-is-file'; path: ArtifactPath };

export function pathConflictError(path: ArtifactPath, obstacle: PathConflict): AppError {
  const details = { conflict: obstacle.kind.replaceAll('-', '_'), conflicting_path: joinPath(obstacle.path) };
  if (obstacle.kind === 'file') return alreadyExists('artifact', joinPath(path), details);
  const message =
    obstacle.kind === 'folder'
      ? `${joinPath(path)} is a folder.`
      : `${joinPath(obstacle.path)} is a file, so nothing can be saved below it.`;
  return new AppError('RES_ALREADY_EXISTS', message, {
    details: { resource_type: 'artifact', identifier: joinPath(path), ...details },
  });
}
