import { ApiError, LociError, ConnectionError } from '@loci/client';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import type { ExitCode } from '../exit-code.ts';

/** Converts an error of the client to a user-facing error that states what to do. Returns other errors unchanged. */
export function toCommandError(error: unknown): unknown {
  if (error instanceof ApiError) return fromResponse(error);
  if (error instanceof ConnectionError) return new CommandError(EXIT_CODE.unavailable, error.message);
  if (error instanceof LociError)
    return new CommandError(
      EXIT_CODE.unavailable,
      'The response of the server is not from Loci. Check the address with `loci status`.',
    );
  return error;
}

function fromResponse({ status, url, code, message, requestId }: ApiError): CommandError {
  if (code === 'UNKNOWN')
    return new CommandError(
      status >= 500 ? EXIT_CODE.unavailable : EXIT_CODE.rejected,
      `${new URL(url).origin} sent a response with status ${status} that is not from Loci. ` +
        'Check the address with `loci status`.',
    );
  if (code === 'AUTH_INVALID_CREDENTIALS')
    return new CommandError(
      EXIT_CODE.authentication,
      'The API key is wrong, expired or revoked. Create a key in the portal, and run `loci login --api-key`.',
      { code },
    );
  const { exitCode, advice } = adviceFor(status, code);
  const sentences = [message, advice];
  if (status >= 500 && requestId !== null) sentences.push(`Request ID: ${requestId}.`);
  return new CommandError(exitCode, sentences.filter((sentence) => sentence !== '').join(' '), {
    code,
    ...(requestId === null ? {} : { requestId }),
  });
}

function adviceFor(status: number, code: ApiError['code']): { exitCode: ExitCode; advice: string } {
  switch (status) {
    case 401:
      return { exitCode: EXIT_CODE.authentication, advice: 'Run `loci login` to sign in again.' };
    case 403:
      return {
        exitCode: EXIT_CODE.authentication,
        advice: 'Sign in with a credential that has the permission. `loci status` shows your permissions.',
      };
    case 404:
      return { exitCode: EXIT_CODE.notFound, advice: 'Check the ID. `loci list` shows the IDs of memories.' };
    case 421:
      return {
        exitCode: EXIT_CODE.usage,
        advice: 'Use the address in the variable PUBLIC_URL of the server.',
      };
    case 429:
      return { exitCode: EXIT_CODE.unavailable, advice: 'Wait a minute, and run the command again.' };
    default:
      if (status >= 500)
        return {
          exitCode: EXIT_CODE.unavailable,
          advice: 'Run `loci status`, and see the log of the server.',
        };
      if (code === 'BIZ_QUOTA_EXCEEDED')
        return {
          exitCode: EXIT_CODE.rejected,
          advice: 'Delete memories, or ask the operator for more storage.',
        };
      return { exitCode: EXIT_CODE.rejected, advice: '' };
  }
}
