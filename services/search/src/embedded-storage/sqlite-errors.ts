/** The file is not what it should be: nothing in it can be trusted any more. */
export class DamagedFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DamagedFileError';
  }
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_IOERR_SHORT_READ = 522;

/** True for an error that says that the file itself is broken, rather than the disk full or busy. */
export function isDamagedFileError(error: unknown): boolean {
  if ((error as Error).name === 'DamagedFileError') return true;
  const code = (error as { errcode?: number }).errcode;
  if (code === undefined) return false;
  // The low byte is the kind of error, the rest its detail.
  return (
    code === SQLITE_IOERR_SHORT_READ || (code & 0xff) === SQLITE_CORRUPT || (code & 0xff) === SQLITE_NOTADB
  );
}

/** True for any error that SQLite raised. */
export function isSqliteError(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR';
}
