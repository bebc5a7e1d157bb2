import { open } from 'node:fs/promises';
import { unreadable } from './parse-errors.ts';
import { contentMismatch, isOle, isZip } from './sniff-content.ts';

const OLE_MESSAGES: Readonly<Record<string, string>> = {
  '.docx':
    'The file is password-protected, or it is in the older .doc format. Remove the password, or upload it as .doc.',
  '.xlsx':
    'The file is password-protected, or it is in the older .xls format. Remove the password, or save it as .xlsx.',
  '.pptx':
    'The file is password-protected, or it is in the older .ppt format. Remove the password, or save it as .pptx.',
};

/**
 * Checks that a file is a ZIP archive. Office wraps encrypted documents in an OLE container, which is reported as
 * encrypted.
 *
 * @throws VAL_VALIDATION_FAILED for other files
 */
export async function requireZip(filePath: string, extension: string): Promise<void> {
  const file = await open(filePath);
  try {
    const head = Buffer.alloc(65_536);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const start = head.subarray(0, bytesRead);
    if (bytesRead === 0) throw unreadable('empty', 'The file is empty. Upload a file with text.');
    if (isZip(start)) return;
    const message = OLE_MESSAGES[extension];
    if (isOle(start) && message !== undefined) throw unreadable('encrypted', message);
    throw await contentMismatch(start, extension);
  } finally {
    await file.close();
  }
}
