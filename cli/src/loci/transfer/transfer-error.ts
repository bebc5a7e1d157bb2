import { ImportError } from '../../import/import-item.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';

/** Converts an error of an import or an export to an error that states what to do. Returns other errors unchanged. */
export function toTransferError(error: unknown, signal: AbortSignal, whenInterrupted: string): unknown {
  if (signal.aborted) return new CommandError(EXIT_CODE.canceled, whenInterrupted);
  if (error instanceof ImportError) return new CommandError(EXIT_CODE.usage, error.message);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined)
    return new CommandError(EXIT_CODE.usage, `${path} does not exist. Check the path.`);
  if (code === 'EACCES' && path !== undefined)
    return new CommandError(EXIT_CODE.usage, `${path} cannot be opened. Check its permissions.`);
  return error;
}
