import { TimeoutError } from '@loci/client';
import type { Loci } from '@loci/client';
import type { LociMiddlewareOptions } from './options.ts';
import { insertContext, lastUserText } from './prompt.ts';
import type { CallParams } from './prompt.ts';

const DEFAULT_TOKENS = 1_500;
const DEFAULT_TIMEOUT_MS = 1_500;
/** Maximum length of a query. @see docs/reference/context.md */
const MAX_QUERY_LENGTH = 4_000;

/**
 * Adds the context for the last message of the user to the prompt. Returns the parameters unchanged if there is no
 * context, or if the caller of the model aborts.
 *
 * @throws TimeoutError if the server does not return the context in time
 * @throws LociError if the request fails
 */
export async function recallContext(
  client: Loci,
  { tokens = DEFAULT_TOKENS, recallTimeoutMs = DEFAULT_TIMEOUT_MS, tags = [] }: LociMiddlewareOptions,
  params: CallParams,
): Promise<CallParams> {
  const query = toQuery(lastUserText(params.prompt));
  const deadline = AbortSignal.timeout(recallTimeoutMs);
  const signal = params.abortSignal ? AbortSignal.any([deadline, params.abortSignal]) : deadline;
  try {
    const { text } = await client.context(
      {
        tokens,
        ...(query !== '' && { query }),
        ...(tags.length > 0 && { tags: tags.join(','), sections: ['profile', 'memories'] }),
      },
      { signal },
    );
    return text === '' ? params : { ...params, prompt: insertContext(params.prompt, text) };
  } catch (error) {
    // The model receives the signal, and fails with its reason.
    if (params.abortSignal?.aborted === true) return params;
    if (deadline.aborted) throw new TimeoutError(`No context was received within ${recallTimeoutMs} ms.`);
    throw error;
  }
}

/** Keeps both ends of a long message, because its question can precede or follow pasted text. */
function toQuery(text: string): string {
  if (text.length <= MAX_QUERY_LENGTH) return toValidText(text);
  const half = MAX_QUERY_LENGTH / 2 - 1;
  return toValidText(`${text.slice(0, half)}\n${text.slice(-half)}`);
}

/** Removes what the server rejects: NUL characters and halves of surrogate pairs. */
const toValidText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
