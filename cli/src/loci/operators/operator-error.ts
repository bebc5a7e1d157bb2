import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';

/** Names of errors whose message states what to do. Their classes are in packages that the npm package does not contain. */
const USER_FACING = new Set(['BackupError', 'ConfigError', 'StartupError']);

/**
 * Converts an error of an operators' command to a user-facing error. Returns other errors unchanged.
 *
 * @param hint sentence after the message
 */
export function toOperatorError(error: unknown, hint = ''): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { name, message, code, path } = error as NodeJS.ErrnoException;
  const withHint = (text: string): string => (hint === '' ? text : `${text} ${hint}`);
  if (USER_FACING.has(name)) return new CommandError(EXIT_CODE.usage, withHint(message.trimEnd()));
  if (code === 'SYS_SERVICE_UNAVAILABLE') return new CommandError(EXIT_CODE.unavailable, withHint(message));
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new CommandError(
      EXIT_CODE.failure,
      'The disk is full. Free some space, and run the command again.',
    );
  if (code === 'ENOENT' && path !== undefined)
    return new CommandError(EXIT_CODE.usage, `${path} does not exist. Check the path.`);
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined)
    return new CommandError(
      EXIT_CODE.usage,
      `${path} is not accessible. Run the command as the user that runs the platform.`,
    );
  return error;
}
