export { createBackup } from './create-backup.ts';
export { isEncrypted } from './read-archive.ts';
export { restoreBackup } from './restore-backup.ts';
