import { FetchApi } from '../../api/fetch-api.ts';
import type { CommandContext, GlobalOptions } from '../command-context.ts';
import { openTokens } from '../session.ts';

/** Opens the API for an import or an export, whose requests are interrupted by `signal`. */
export async function openTransferApi(
  context: CommandContext,
  options: GlobalOptions,
  signal: AbortSignal,
): Promise<FetchApi> {
  const { baseUrl, tokens } = await openTokens(context, options);
  let last = '';
  const token = async (mustRefresh: boolean): Promise<string> =>
    (last = mustRefresh ? await tokens.renew(last) : await tokens.get());
  return new FetchApi({ baseUrl, token, signal });
}
