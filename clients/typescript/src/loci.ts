import { tokensFromCallback } from './authentication/access-tokens.ts';
import type { AccessTokens } from './authentication/access-tokens.ts';
import { ApiKeyTokens } from './authentication/api-key-tokens.ts';
import type { Context } from './context/context.ts';
import { requestContext } from './context/request-context.ts';
import type { ContextRequest } from './context/request-context.ts';
import type { CallOptions, LociOptions } from './options.ts';
import { Analysis } from './resources/analysis.ts';
import { Artifacts } from './resources/artifacts.ts';
import { Audit } from './resources/audit.ts';
import { Auth } from './resources/auth.ts';
import { Checkpoints } from './resources/checkpoints.ts';
import { Contradictions } from './resources/contradictions.ts';
import { Documents } from './resources/documents.ts';
import { Erasures } from './resources/erasures.ts';
import { Memories } from './resources/memories.ts';
import { Personality } from './resources/personality.ts';
import { Relationships } from './resources/relationships.ts';
import { Search } from './resources/search.ts';
import { Settings } from './resources/settings.ts';
import { Suggestions } from './resources/suggestions.ts';
import { Tags } from './resources/tags.ts';
import { Webhooks } from './resources/webhooks.ts';
import { Positions } from './transport/positions.ts';
import { Transport } from './transport/transport.ts';
import type { TransportSettings } from './transport/transport.ts';

/** Client of one tenant. All methods can be called concurrently. */
export class Loci {
  /** Base URL of the gateway, without a trailing slash. */
  readonly baseUrl: string;
  readonly analysis: Analysis;
  readonly artifacts: Artifacts;
  readonly audit: Audit;
  readonly auth: Auth;
  readonly checkpoints: Checkpoints;
  readonly contradictions: Contradictions;
  readonly documents: Documents;
  readonly erasures: Erasures;
  readonly memories: Memories;
  readonly personality: Personality;
  readonly relationships: Relationships;
  readonly search: Search;
  readonly settings: Settings;
  readonly suggestions: Suggestions;
  readonly tags: Tags;
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  /** @throws TypeError if the options do not contain exactly one credential, or `baseUrl` is not an HTTP URL */
  constructor(options: LociOptions) {
    const settings = toSettings(options);
    this.baseUrl = settings.baseUrl;
    const withoutToken = new Transport({ ...settings, positions: null, onResponse: undefined });
    const transport = new Transport({ ...settings, tokens: toTokens(options, withoutToken) });
    this.#transport = transport;
    this.analysis = new Analysis(transport);
    this.artifacts = new Artifacts(transport);
    this.audit = new Audit(transport);
    this.auth = new Auth(transport, withoutToken);
    this.checkpoints = new Checkpoints(transport);
    this.contradictions = new Contradictions(transport);
    this.documents = new Documents(transport);
    this.erasures = new Erasures(transport);
    this.memories = new Memories(transport);
    this.personality = new Personality(transport);
    this.relationships = new Relationships(transport);
    this.search = new Search(transport);
    this.settings = new Settings(transport);
    this.suggestions = new Suggestions(transport);
    this.tags = new Tags(transport);
    this.webhooks = new Webhooks(transport);
  }

  /** Returns custom instructions, pinned and relevant memories, and contradictions, within a number of tokens. */
  context(request: ContextRequest = {}, options?: CallOptions): Promise<Context> {
    return requestContext(this.#transport, request, options);
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
    maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
    signal: options.signal,
    onResponse: options.onResponse,
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
