import { ApiError } from '../../api/api.ts';
import { ImportError } from '../../import/import-item.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import type { ExitCode } from '../exit-code.ts';

/** Converts an error of an import or an export to an error that states what to do. Returns other errors unchanged. */
export function toTransferError(error: unknown, signal: AbortSignal, whenInterrupted: string): unknown {
  if (signal.aborted) return new CommandError(EXIT_CODE.canceled, whenInterrupted);
  if (error instanceof ImportError) return new CommandError(EXIT_CODE.usage, error.message);
  if (error instanceof ApiError)
    return new CommandError(exitCodeOf(error.status), error.message, { code: error.code });
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined)
    return new CommandError(EXIT_CODE.usage, `${path} does not exist. Check the path.`);
  if (code === 'EACCES' && path !== undefined)
    return new CommandError(EXIT_CODE.usage, `${path} cannot be opened. Check its permissions.`);
  return error;
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT_CODE.authentication;
  if (status === 404) return EXIT_CODE.notFound;
  return status === 0 || status === 429 || status >= 500 ? EXIT_CODE.unavailable : EXIT_CODE.rejected;
}
