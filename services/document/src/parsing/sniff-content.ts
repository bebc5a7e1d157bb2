import type { AppError } from '@loci/core';
import { unreadable } from './parse-errors.ts';

const SNIFFED_BYTES = 65_536;

/** Creates the error for a file whose content does not match its extension (422). Names the detected type, if any. */
export async function contentMismatch(bytes: Uint8Array, extension: string): Promise<AppError> {
  const actual = await describeContent(bytes);
  const message = actual
    ? `The file has the extension ${extension} but contains ${actual}. Upload it with the correct extension, or convert it.`
    : `The content of the file does not match the extension ${extension}. Check that the file is complete.`;
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

/** Returns true for a ZIP archive. */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, ZIP);
/** Returns true for an OLE container, such as a .doc file. */
export const isOle = (bytes: Uint8Array): boolean => startsWith(bytes, OLE);

/** Returns true for a PDF. Its header may follow up to 1 KiB of other data. @see PDF 2.0, annex I */
export const isPdf = (bytes: Uint8Array): boolean => bytesInclude(bytes.subarray(0, 1024), PDF);

/** Returns true for an RTF file. */
export const isRtf = (bytes: Uint8Array): boolean => startsWith(bytes, RTF);

/** Returns true for PDF and RTF, which decode as text although their visible text differs. */
export const isPdfOrRtf = (bytes: Uint8Array): boolean => startsWith(bytes, PDF) || isRtf(bytes);

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function bytesInclude(bytes: Uint8Array, signature: readonly number[]): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(signature));
}
