import type { AppError } from '@loci/core';
import { unreadable } from './parse-errors.ts';

const SNIFFED_BYTES = 65_536;

/** 422 for a file whose bytes are not what its name says, naming what they are where that is known. */
export async function contentMismatch(bytes: Uint8Array, extension: string): Promise<AppError> {
  const actual = await describeContent(bytes);
  const message = actual
    ? `The file is called ${extension} but holds ${actual}. Upload it under its right extension, or convert it.`
    : `The file is called ${extension} but its content is not. Check that it is the right file and complete.`;
  return unreadable('content_mismatch', message);
}

async function describeContent(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes.subarray(0, SNIFFED_BYTES)).catch(() => undefined);
  return found && `${found.ext} data (${found.mime})`;
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const RTF = [0x7b, 0x5c, 0x72, 0x74, 0x66];

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, ZIP);
export const isOle = (bytes: Uint8Array): boolean => startsWith(bytes, OLE);

/** A PDF's header may come up to a kilobyte late (PDF 2.0, annex I). */
export const isPdf = (bytes: Uint8Array): boolean => bytesInclude(bytes.subarray(0, 1024), PDF);

/** Formats that look like text but whose text is not what a reader sees. */
export const isPdfOrRtf = (bytes: Uint8Array): boolean => startsWith(bytes, PDF) || startsWith(bytes, RTF);

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function bytesInclude(bytes: Uint8Array, signature: readonly number[]): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(signature));
}
