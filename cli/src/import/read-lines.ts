import { createReadStream } from 'node:fs';
import { isObject } from './json-values.ts';
import type { JsonObject } from './json-values.ts';

/** Longest line that is read into memory. Transcripts contain images of several megabytes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** One line of a JSONL file: its object, or the reason why it has none. */
export type JsonLine = { line: number; value: JsonObject } | { line: number; problem: string };

/** Reads the objects of a JSONL file, and skips empty lines. */
export async function* readJsonLines(path: string, maxLineBytes = MAX_LINE_BYTES): AsyncGenerator<JsonLine> {
  let line = 0;
  for await (const bytes of splitLines(path, maxLineBytes)) {
    line += 1;
    if (bytes === null) {
      yield { line, problem: `The line is longer than ${maxLineBytes} bytes.` };
      continue;
    }
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
    if (text.trim() === '') continue;
    yield parseLine(text, line);
  }
}

function parseLine(text: string, line: number): JsonLine {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { line, value } : { line, problem: 'The line is not a JSON object.' };
  } catch {
    return { line, problem: 'The line is not valid JSON.' };
  }
}

/** Splits a file at line feeds. Returns null for a line that is too long, without keeping its bytes. */
async function* splitLines(path: string, maxLineBytes: number): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (): Buffer | null => {
    const line = size > maxLineBytes ? null : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      append(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    append(chunk.subarray(start));
  }
  if (size > 0) yield take();

  function append(part: Buffer): void {
    size += part.length;
    if (size > maxLineBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}
