import { FakeError, invalidField } from '../fake-error.ts';
import { isObject } from '../validation/validate.ts';

export interface Upload {
  filename: string;
  bytes: Uint8Array<ArrayBuffer>;
  metadata: Record<string, unknown>;
}

const LINE_BREAK = '\r\n';
const MAX_PARTS = 20;

/**
 * Reads the body of an upload.
 *
 * @throws FakeError VAL_* for a malformed body, and with the status 415 for another content type
 */
export function readMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Upload {
  const boundary = /^multipart\/form-data\s*;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) {
    const message = 'The content type must be multipart/form-data.';
    throw new FakeError('VAL_VALIDATION_FAILED', message, { status: 415 });
  }
  const parts = splitParts(bytes, boundary);
  const files = parts.filter(({ name }) => name === 'file');
  if (parts.length > MAX_PARTS || files.length > 1)
    throw invalidField('file', 'The body must have one file and at most 20 parts.', 'VAL_VALIDATION_FAILED');
  const [file] = files;
  if (file === undefined || file.filename === null || file.filename === '')
    throw invalidField('file', 'A file with a file name is required.', 'VAL_FIELD_REQUIRED');
  const metadata = parts.find(({ name }) => name === 'metadata');
  return { filename: file.filename, bytes: file.content, metadata: readMetadata(metadata?.content) };
}

interface Part {
  name: string | null;
  filename: string | null;
  content: Uint8Array<ArrayBuffer>;
}

function splitParts(bytes: Uint8Array<ArrayBuffer>, boundary: string): Part[] {
  // Each character of the text is one byte, so that positions in the text are positions in the bytes.
  const text = latin1(bytes);
  const delimiter = `--${boundary}`;
  const parts: Part[] = [];
  for (let at = text.indexOf(delimiter); at !== -1;) {
    const start = at + delimiter.length + LINE_BREAK.length;
    const next = text.indexOf(LINE_BREAK + delimiter, start - LINE_BREAK.length);
    if (next === -1) break;
    const headEnd = text.indexOf(LINE_BREAK + LINE_BREAK, start);
    if (headEnd === -1 || headEnd > next) break;
    const head = new TextDecoder().decode(bytes.slice(start, headEnd));
    parts.push({
      name: /;\s*name="([^"]*)"/i.exec(head)?.[1] ?? null,
      filename: /;\s*filename="([^"]*)"/i.exec(head)?.[1] ?? null,
      content: bytes.slice(headEnd + 2 * LINE_BREAK.length, next),
    });
    at = next + LINE_BREAK.length;
  }
  if (parts.length > 0) return parts;
  throw invalidField('body', 'The body is not valid multipart/form-data.', 'VAL_VALIDATION_FAILED');
}

function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 8_192)
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 8_192)));
  return parts.join('');
}

function readMetadata(content: Uint8Array | undefined): Record<string, unknown> {
  if (content === undefined || content.length === 0) return {};
  const parsed = parse(new TextDecoder().decode(content));
  if (isObject(parsed)) return parsed;
  throw invalidField('metadata', 'Must be a JSON object.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
