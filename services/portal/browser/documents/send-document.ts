import type { UploadedDocument } from '@loci/client';
import { loci } from '../loci.ts';
import { texts } from '../texts.ts';
import { sendResumable } from '../uploads/send-resumable.ts';
import type { SendFile } from '../uploads/upload-list.ts';

const MAX_FILE_BYTES = 20_971_520;

/** Uploads a file as a document. */
export const sendDocument: SendFile<UploadedDocument> = (file, onProgress) =>
  sendResumable(
    file,
    {
      endpoint: '/api/v2/documents/uploads',
      metadata: { filename: file.name },
      maxBytes: MAX_FILE_BYTES,
      tooLarge: texts.documents.tooLarge,
      complete: (uploadId, signal) => loci.documents.completeUpload(uploadId, { signal }),
    },
    onProgress,
  );
