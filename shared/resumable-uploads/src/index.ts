export { completeUpload } from './complete-upload.ts';
export { uploadTransferRoutes } from './upload.routes.ts';
export { deleteExpiredUploads } from './delete-expired-uploads.ts';
export { uploadErasure } from './upload-erasure.ts';
export { uploadPrefix } from './upload.ts';
export type { CreateUploadDeps, ReadTarget } from './create-upload.ts';
export type { Upload, UploadDeps, UploadKind } from './upload.ts';
