/** Error for a tenant's file whose content is not valid. The file must be replaced. */
export class DamagedFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DamagedFileError';
  }
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_IOERR_SHORT_READ = 522;

/**
 * Returns true if the error means that the file itself is damaged. Returns false for a full disk or a locked
 * file.
 */
export function isDamagedFileError(error: unknown): boolean {
  if ((error as Error).name === 'DamagedFileError') return true;
  const code = (error as { errcode?: number }).errcode;
  if (code === undefined) return false;
  // The low byte of an extended result code is the primary result code.
  return (
    code === SQLITE_IOERR_SHORT_READ || (code & 0xff) === SQLITE_CORRUPT || (code & 0xff) === SQLITE_NOTADB
  );
}

/** Returns true if SQLite threw the error. */
export function isSqliteError(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR';
}
