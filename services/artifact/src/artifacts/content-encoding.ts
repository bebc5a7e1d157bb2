import { MAX_ARTIFACT_BYTES } from '@loci/contracts';
import { AppError } from '@loci/core';

export const CONTENT_ENCODINGS = ['utf-8', 'base64'] as const;
/** Encoding of a content in JSON. */
export type ContentEncoding = (typeof CONTENT_ENCODINGS)[number];

/** Characters of base64 without line breaks, with or without padding. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes of a content, and whether they are not text. */
export interface EncodedContent {
  bytes: Buffer;
  isBinary: boolean;
}

/**
 * Converts the content of a request to bytes. Content in base64 must not be text, so that text is always sent as text: the secret
 * filter checks only text.
 *
 * @throws VAL_FIELD_TOO_LONG (413) for more than 1 MiB; VAL_FIELD_INVALID for invalid base64, or for text in base64
 */
export function encodeContent(content: string, encoding: ContentEncoding): EncodedContent {
  if (encoding === 'utf-8') return { bytes: limitSize(Buffer.from(content, 'utf8')), isBinary: false };
  const bytes = Buffer.from(content, 'base64');
  const digits = content.replace(/=+$/, '');
  if (!BASE64.test(content) || bytes.toString('base64').replace(/=+$/, '') !== digits) {
    throw invalidContent('The content must be base64 without line breaks.');
  }
  limitSize(bytes);
  if (decodeText(bytes) !== null)
    throw invalidContent('The content is text. Send text with the encoding `utf-8`.');
  return { bytes, isBinary: true };
}

/** Decodes UTF-8 without NUL characters, which JSON of the API cannot contain. Returns null for other bytes, which are not text. */
export function decodeText(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function limitSize(bytes: Buffer): Buffer {
  if (bytes.length <= MAX_ARTIFACT_BYTES) return bytes;
  const message = `The content has ${bytes.length} bytes. The maximum is ${MAX_ARTIFACT_BYTES} bytes.`;
  throw new AppError('VAL_FIELD_TOO_LONG', message, {
    status: 413,
    fieldErrors: { content: [message] },
    details: { field: 'content', max_length: MAX_ARTIFACT_BYTES, actual_length: bytes.length },
  });
}

const invalidContent = (message: string): AppError =>
  new AppError('VAL_FIELD_INVALID', message, {
    fieldErrors: { content: [message] },
    details: { field: 'content' },
  });
