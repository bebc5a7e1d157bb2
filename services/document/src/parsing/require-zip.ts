import { open } from 'node:fs/promises';
import { unreadable } from './parse-errors.ts';
import { contentMismatch, isOle, isZip } from './sniff-content.ts';

/** Refuses what is no zip archive. Office encrypts a document by wrapping it in an OLE container. */
export async function requireZip(filePath: string, extension: string): Promise<void> {
  const file = await open(filePath);
  try {
    const head = Buffer.alloc(65_536);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const start = head.subarray(0, bytesRead);
    if (bytesRead === 0) throw unreadable('empty', 'The file is empty. Upload a file with text in it.');
    if (isZip(start)) return;
    if (isOle(start) && extension === '.docx') {
      throw unreadable(
        'encrypted',
        'The file is protected by a password, or it is an older .doc. Remove the password, or upload it as .doc.',
      );
    }
    throw await contentMismatch(start, extension);
  } finally {
    await file.close();
  }
}
