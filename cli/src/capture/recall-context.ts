import type { Loci } from '@loci/client';
import { redact } from '@loci/secret-filter';
import { withoutContext } from '../import/without-context.ts';

/** Longest query of a context. @see docs/reference/context.md */
const MAX_QUERY = 4_000;

/**
 * Returns the context for a prompt. Empty if nothing was found, or if the prompt is empty or a command of the assistant.
 * Secrets in the prompt are replaced before it is sent.
 *
 * @param tokens maximum length of the context, 100 to 2,500
 */
export async function recallContext(
  loci: Pick<Loci, 'context'>,
  prompt: string | undefined,
  tokens: number,
): Promise<string> {
  const text = redact(withoutContext(prompt ?? '')).text.trim();
  if (text === '' || /^\/[\w:-]+(\s|$)/u.test(text)) return '';
  const query = text.slice(0, MAX_QUERY).replaceAll('\0', '').toWellFormed();
  return (await loci.context({ query, tokens })).text;
}
