import { Loci } from '@loci/client';
import type { CommandContext, GlobalOptions } from '../command-context.ts';
import { clientOptions } from '../session.ts';

/** A bulk request of 1,000 memories takes about 300 ms. */
const TIMEOUT_MS = 60_000;
/** Together with the delays between them, the attempts bridge a restart of the server. */
const MAX_RETRIES = 12;
/** An import of a tenant with a low rate limit waits as long as the server requires. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Returns a client for an import or an export, whose requests are interrupted by `signal`. */
export async function openTransferClient(
  context: CommandContext,
  options: GlobalOptions,
  signal: AbortSignal,
): Promise<Loci> {
  return new Loci({
    ...(await clientOptions(context, options)),
    signal,
    timeoutMs: TIMEOUT_MS,
    maxRetries: MAX_RETRIES,
    maxRetryAfterMs: MAX_RETRY_AFTER_MS,
    // Imports read only their own memories, which the server returns at once.
    readYourWrites: false,
  });
}
