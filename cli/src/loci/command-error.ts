import type { ExitCode } from './exit-code.ts';

/** A user-facing error. It is printed without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: ExitCode;
  /** Code of the error response of the server, if any. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  /** @param message what is wrong and what to do, in sentences */
  constructor(exitCode: ExitCode, message: string, response: { code?: string; requestId?: string } = {}) {
    super(message);
    this.exitCode = exitCode;
    this.code = response.code;
    this.requestId = response.requestId;
  }
}
