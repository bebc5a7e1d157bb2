import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { AuditEntry } from '@loci/contracts';

/** Number of characters that are written at once. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Writes entries as one JSON object per line, and a last line with their number, which shows that the export is complete.
 * Waits while the client reads slowly, so the memory does not grow with the number of entries.
 *
 * @throws AbortError if the signal is aborted; the errors of `entries`
 */
export async function exportEntries(
  entries: AsyncIterable<AuditEntry>,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  let chunk = '';
  let count = 0;
  for await (const entry of entries) {
    chunk += `${JSON.stringify(entry)}\n`;
    count++;
    if (chunk.length < CHUNK_LENGTH) continue;
    signal.throwIfAborted();
    if (!output.write(chunk)) await once(output, 'drain', { signal });
    chunk = '';
  }
  output.end(`${chunk}${JSON.stringify({ end: true, count })}\n`);
}
