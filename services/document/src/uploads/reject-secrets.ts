import { createReadStream } from 'node:fs';
import { joinTextRanges } from '@loci/core';
import type { Caller } from '@loci/core';
import { filterSecrets, secretsFound } from '@loci/http';
import { findSecrets } from '@loci/secret-filter';
import type { ChunkedDocument } from '../parsing/parser-messages.ts';

/** Characters that are searched at once, so that other requests can run in between. */
const WINDOW_LENGTH = 65_536;
/** Characters in two windows, so that a secret on their border is found. Longer than every secret except a private key. */
const OVERLAP_LENGTH = 8_192;

/**
 * Rejects a file name with a secret, also if the tenant replaces secrets in other writes.
 *
 * @throws VAL_SECRET_FOUND
 * @see docs/reference/secret-filter.md#documents
 */
export function rejectSecretName({ secretFilter }: Caller, filename: string): void {
  if (secretFilter !== undefined) rejectFound('filename', filename);
}

/**
 * Rejects metadata of an upload with secrets.
 *
 * @throws VAL_SECRET_FOUND
 */
export async function rejectSecretMetadata({ secretFilter }: Caller, metadata: object): Promise<void> {
  if (secretFilter !== undefined) await filterSecrets({ metadata }, 'reject');
}

/**
 * Rejects a document with secrets in its extracted text, its properties or its bytes, which contain parts that are not
 * extracted, such as comments. Secrets in a file cannot be replaced, because a download returns the uploaded file.
 *
 * @param filePath path of the uploaded file
 * @throws VAL_SECRET_FOUND
 * @see docs/reference/secret-filter.md#documents
 */
export async function rejectSecretFile(
  { secretFilter }: Caller,
  { title, authors, chunks }: ChunkedDocument,
  filePath: string,
): Promise<void> {
  if (secretFilter === undefined) return;
  await filterSecrets({ title, authors }, 'reject');
  const text = joinTextRanges(
    chunks.map(({ content, startChar, endChar }) => ({ content, start: startChar, end: endChar })),
  );
  await rejectSecretText([text]);
  // Compressed bytes contain no text.
  await rejectSecretText(createReadStream(filePath, { encoding: 'utf8', highWaterMark: WINDOW_LENGTH }));
}

async function rejectSecretText(parts: Iterable<string> | AsyncIterable<string>): Promise<void> {
  let previous = '';
  for await (const part of parts) {
    for (let start = 0; start < part.length; start += WINDOW_LENGTH) {
      const window = previous + part.slice(start, start + WINDOW_LENGTH);
      rejectFound('file', window);
      previous = window.slice(-OVERLAP_LENGTH);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function rejectFound(path: string, text: string): void {
  const kinds = [...new Set(findSecrets(text).map(({ kind }) => kind))];
  if (kinds.length > 0) throw secretsFound([{ path, kinds }]);
}
