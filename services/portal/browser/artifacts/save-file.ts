import { errorMessage, loci } from '../loci.ts';
import { texts } from '../texts.ts';
import type { SendFile } from '../uploads/upload-list.ts';

/** Limit of the API. A larger file is rejected before it is sent. */
const MAX_FILE_BYTES = 1_048_576;

export interface SavedFile {
  path: string;
}

/** Returns a function that saves files in a folder: text as text, and other files in base64. */
export const saveFileIn =
  (folder: string): SendFile<SavedFile> =>
  (file, onProgress) => {
    const controller = new AbortController();
    return { stored: save(file, folder, onProgress, controller.signal), abort: () => controller.abort() };
  };

async function save(
  file: File,
  folder: string,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<SavedFile> {
  if (file.size > MAX_FILE_BYTES) throw new Error(texts.artifacts.tooLarge);
  // `fetch` does not report the progress of a request, and a file of this size is sent in a moment.
  onProgress(1);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes);
  const content =
    text === null ? { content: toBase64(bytes), encoding: 'base64' as const } : { content: text };
  try {
    return await loci.artifacts.save(
      { path: `${folder === '/' ? '' : folder}/${file.name}`, ...content },
      { signal },
    );
  } catch (error) {
    throw new Error(signal.aborted ? texts.documents.canceled : (errorMessage(error) ?? ''));
  }
}

/** Decodes UTF-8 without NUL characters. Returns null for other bytes. */
function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
