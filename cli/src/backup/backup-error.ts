/** A user-facing error of a backup or a restore. The message states what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
