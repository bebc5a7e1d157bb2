import { loci } from '../loci.ts';
import { texts } from '../texts.ts';
import { sendResumable } from '../uploads/send-resumable.ts';
import type { SendFile } from '../uploads/upload-list.ts';

const MAX_FILE_BYTES = 1_048_576;

export interface SavedFile {
  path: string;
}

/** Returns a function that saves files in a folder. */
export const sendArtifactTo =
  (folder: string): SendFile<SavedFile> =>
  (file, onProgress) =>
    sendResumable(
      file,
      {
        endpoint: '/api/v2/artifacts/uploads',
        metadata: { path: `${folder === '/' ? '' : folder}/${file.name}` },
        labels: { path: texts.artifacts.newPath },
        maxBytes: MAX_FILE_BYTES,
        tooLarge: texts.artifacts.tooLarge,
        complete: (uploadId, signal) => loci.artifacts.completeUpload(uploadId, { signal }),
      },
      onProgress,
    );
