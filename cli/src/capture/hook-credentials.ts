import { setTimeout as sleep } from 'node:timers/promises';
import type { LociOptions } from '@loci/client';
import type { CommandContext, GlobalOptions } from '../loci/command-context.ts';
import { isUsable, notSignedIn } from '../loci/credentials/token-source.ts';
import { clientOptions, resolveTarget } from '../loci/session.ts';

const POLL_MS = 50;

/**
 * Returns the server and the credential for a hook with a deadline. If the access token of the profile has expired, another
 * process renews it, because the end of this process could lose a refresh token that the server accepts once.
 *
 * @param renew starts the other process
 * @throws CommandError if there is no credential for the server
 */
export async function hookClientOptions(
  context: CommandContext,
  options: GlobalOptions,
  signal: AbortSignal,
  renew: () => Promise<void>,
): Promise<LociOptions> {
  const connection = await clientOptions(context, options);
  if (connection.apiKey !== undefined) return connection;
  const { store, profile } = await resolveTarget(context, options);
  const readToken = async (): Promise<string | undefined> => {
    const credential = (await store.get(profile))?.credential;
    if (credential === undefined) throw notSignedIn(profile);
    return isUsable(credential.accessToken, null) ? credential.accessToken?.value : undefined;
  };
  let accessToken = await readToken();
  if (accessToken === undefined) await renew();
  while (accessToken === undefined) {
    await sleep(POLL_MS, undefined, { signal });
    accessToken = await readToken();
  }
  return { ...connection, accessToken };
}
