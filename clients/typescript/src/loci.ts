import { tokensFromCallback } from './authentication/access-tokens.ts';
import type { AccessTokens } from './authentication/access-tokens.ts';
import { ApiKeyTokens } from './authentication/api-key-tokens.ts';
import type { LociOptions } from './options.ts';
import { Auth } from './resources/auth.ts';
import { Memories } from './resources/memories.ts';
import { Search } from './resources/search.ts';
import { Positions } from './transport/positions.ts';
import { Transport } from './transport/transport.ts';
import type { TransportSettings } from './transport/transport.ts';

/** Client of one tenant. All methods can be called concurrently. */
export class Loci {
  readonly auth: Auth;
  readonly memories: Memories;
  readonly search: Search;

  /** @throws TypeError if the options do not contain exactly one credential, or `baseUrl` is not an HTTP URL */
  constructor(options: LociOptions) {
    const settings = toSettings(options);
    const withoutToken = new Transport({ ...settings, positions: null });
    const transport = new Transport({ ...settings, tokens: toTokens(options, withoutToken) });
    this.auth = new Auth(transport, withoutToken);
    this.memories = new Memories(transport);
    this.search = new Search(transport);
  }
}

function toSettings(options: LociOptions): TransportSettings {
  const { protocol, href } = new URL(options.baseUrl ?? 'http://localhost:8080');
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`\`baseUrl\` must be an HTTP or HTTPS URL, not ${href}.`);
  }
  return {
    baseUrl: href.replace(/\/+$/, ''),
    // Browsers reject calls of `fetch` on another object than the global one.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    tokens: null,
    positions: options.readYourWrites === false ? null : new Positions(),
    timeoutMs: options.timeoutMs ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
  };
}

function toTokens({ apiKey, accessToken }: LociOptions, withoutToken: Transport): AccessTokens {
  if ((apiKey === undefined) === (accessToken === undefined)) {
    throw new TypeError('Exactly one of `apiKey` and `accessToken` is required.');
  }
  if (accessToken !== undefined) return tokensFromCallback(accessToken);
  const auth = new Auth(withoutToken, withoutToken);
  return new ApiKeyTokens({
    exchange: () => auth.exchange(apiKey!),
    refresh: (refreshToken) => auth.refresh(refreshToken),
  });
}
