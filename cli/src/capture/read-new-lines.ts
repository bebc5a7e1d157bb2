import { open } from 'node:fs/promises';
import { isObject } from '../import/json-values.ts';
import type { JsonObject } from '../import/json-values.ts';

const CHUNK_BYTES = 1024 * 1024;

export interface ReadLimits {
  /** Bytes that are read in total. The rest is read later. */
  maxBytes: number;
  /** Longer lines, such as those with images, have no value. */
  maxLineBytes: number;
}

/** Complete line of a file. */
export interface NewLine {
  /** Undefined if the line is not a JSON object. */
  value: JsonObject | undefined;
  /** Number of the line, from 1. */
  line: number;
  /** Offset after the line in bytes. */
  end: number;
}

/** Reads the lines of a JSONL file after a position. A line without a line feed is still being written, and is not returned. */
export async function* readNewLines(
  path: string,
  start: { offset: number; line: number },
  { maxBytes, maxLineBytes }: ReadLimits,
): AsyncGenerator<NewLine> {
  const file = await open(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let parts: Buffer[] = [];
    let length = 0;
    let { offset, line } = start;
    let end = offset;
    while (offset - start.offset < maxBytes) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, offset);
      if (bytesRead === 0) return;
      offset += bytesRead;
      let from = 0;
      for (let feed = chunk.indexOf(10); feed !== -1 && feed < bytesRead; feed = chunk.indexOf(10, from)) {
        append(chunk.subarray(from, feed));
        end += length + 1;
        line += 1;
        yield { value: length > maxLineBytes ? undefined : parse(Buffer.concat(parts)), line, end };
        parts = [];
        length = 0;
        from = feed + 1;
      }
      append(chunk.subarray(from, bytesRead));
    }

    function append(part: Buffer): void {
      length += part.length;
      if (length > maxLineBytes) parts = [];
      // The chunk is overwritten by the next read.
      else parts.push(Buffer.from(part));
    }
  } finally {
    await file.close();
  }
}

function parse(bytes: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
