import { Loci } from '@loci/client';
import type { LociOptions } from '@loci/client';
import { CommandError } from './command-error.ts';
import type { CommandContext, GlobalOptions } from './command-context.ts';
import { configFolder } from './credentials/config-folder.ts';
import { ProfileStore } from './credentials/profile-store.ts';
import { notSignedIn, tokensOfProfile } from './credentials/token-source.ts';
import { EXIT_CODE } from './exit-code.ts';
import { serverFetch } from './server/server-fetch.ts';

export const DEFAULT_URL = 'http://localhost:8080';

/** Server and profile that a command uses. */
export interface Target {
  profile: string;
  baseUrl: string;
  /** Address in the profile. Undefined if the profile does not exist. */
  profileUrl: string | undefined;
  store: ProfileStore;
}

/**
 * Determines the server: `--url`, then `LOCI_URL`, then the address in the profile, then `http://localhost:8080`. The
 * profile is `--profile`, then `LOCI_PROFILE`, then `default`.
 */
export async function resolveTarget(context: CommandContext, options: GlobalOptions): Promise<Target> {
  const { env } = context.machine;
  const profile = options.profile ?? (env['LOCI_PROFILE'] || 'default');
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/u.test(profile))
    throw new CommandError(
      EXIT_CODE.usage,
      `"${profile}" is not a profile name. Use 1 to 64 letters, digits, "-" and "_".`,
    );
  const store = new ProfileStore(configFolder(context.machine));
  const profileUrl = (await store.get(profile))?.url;
  const chosen = options.url ?? (env['LOCI_URL'] || undefined);
  return { profile, baseUrl: parseBaseUrl(chosen ?? profileUrl ?? DEFAULT_URL), profileUrl, store };
}

/** Longest time that a command waits because the server limits the rate. */
const MAX_RETRY_AFTER_MS = 10_000;

/**
 * Returns a client with `LOCI_API_KEY`, or otherwise with the credential in the profile. Prints the warnings of responses,
 * for example about skipped tags.
 *
 * @throws CommandError if there is no credential for the server
 */
export async function openClient(context: CommandContext, options: GlobalOptions): Promise<Loci> {
  return new Loci({
    ...(await clientOptions(context, options)),
    maxRetryAfterMs: MAX_RETRY_AFTER_MS,
    onResponse: ({ warnings }) => {
      for (const warning of warnings) context.terminal.note(`warning: ${warning}`);
    },
  });
}

/**
 * Returns the server and the credential of a client.
 *
 * @throws CommandError if there is no credential for the server
 */
export async function clientOptions(context: CommandContext, options: GlobalOptions): Promise<LociOptions> {
  const target = await resolveTarget(context, options);
  const { profile, baseUrl, store } = target;
  const apiKey = context.machine.env['LOCI_API_KEY'] || undefined;
  if (apiKey !== undefined) return { baseUrl, apiKey, fetch: serverFetch };
  if (target.profileUrl === undefined) throw notSignedIn(profile);
  requireServerOfProfile(target);
  return { baseUrl, accessToken: tokensOfProfile(store, profile), fetch: serverFetch };
}

/**
 * Sends a stored credential only to the server that issued it.
 *
 * @throws CommandError if the profile belongs to another server
 */
export function requireServerOfProfile({ profile, profileUrl, baseUrl }: Target): void {
  if (profileUrl === undefined || profileUrl === baseUrl) return;
  throw new CommandError(
    EXIT_CODE.authentication,
    `The profile "${profile}" belongs to ${profileUrl}, not to ${baseUrl}. ` +
      'Select another profile with --profile, or run `loci login` with another --profile.',
  );
}

/** Parses the address of a server, without a trailing slash. */
export function parseBaseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isValid =
    url !== undefined &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '';
  if (isValid) return url.href.replace(/\/+$/u, '');
  throw new CommandError(
    EXIT_CODE.usage,
    `"${value}" is not the address of a server. Use an address such as ${DEFAULT_URL}.`,
  );
}
