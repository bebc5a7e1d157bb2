import { LociApi } from './api/loci-api.ts';
import { CommandError } from './command-error.ts';
import type { CommandContext, GlobalOptions } from './command-context.ts';
import { configFolder } from './credentials/config-folder.ts';
import { ProfileStore } from './credentials/profile-store.ts';
import { notSignedIn, tokensOfKey, tokensOfProfile } from './credentials/token-source.ts';
import type { TokenSource } from './credentials/token-source.ts';
import { EXIT_CODE } from './exit-code.ts';

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

/** Opens the API with `LOCI_API_KEY`, or otherwise with the credential in the profile. */
export async function openApi(context: CommandContext, options: GlobalOptions): Promise<LociApi> {
  const { baseUrl, tokens } = await openTokens(context, options);
  return new LociApi(baseUrl, tokens, (warning) => context.terminal.note(`warning: ${warning}`));
}

/** Returns the server, and the source of tokens for it. */
export async function openTokens(
  context: CommandContext,
  options: GlobalOptions,
): Promise<{ baseUrl: string; tokens: TokenSource }> {
  const { profile, baseUrl, profileUrl, store } = await resolveTarget(context, options);
  const apiKey = context.machine.env['LOCI_API_KEY'] || undefined;
  if (apiKey !== undefined) return { baseUrl, tokens: tokensOfKey(baseUrl, apiKey) };
  if (profileUrl === undefined) throw notSignedIn(profile);
  // Sends a stored credential only to the server that issued it.
  if (profileUrl !== baseUrl)
    throw new CommandError(
      EXIT_CODE.authentication,
      `The profile "${profile}" belongs to ${profileUrl}, not to ${baseUrl}. ` +
        'Select another profile with --profile, or run `loci login` with another --profile.',
    );
  return { baseUrl, tokens: tokensOfProfile(store, profile) };
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
