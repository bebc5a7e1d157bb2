import type { Clock } from '../data/clock.ts';
import type { Tenant } from '../data/tenant.ts';
import { FakeError } from '../fake-error.ts';
import type { FakeUser } from './operation.ts';

/** Lifetime of access tokens in seconds. */
export const ACCESS_TOKEN_SECONDS = 900;
const MAX_TOKENS = 10_000;

/** The user who sent a request. */
export interface Account {
  tenant: Tenant;
  user: FakeUser;
}

/** An issued token. */
interface Token extends Account {
  expiresAt: number;
}

/** API keys and tokens of one fake server. */
export class Accounts {
  readonly #clock: Clock;
  readonly #keys = new Map<string, Account>();
  readonly #accessTokens = new Map<string, Token>();
  readonly #refreshTokens = new Map<string, Account>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  createKey(account: Account): string {
    const key = `loci_fake_${crypto.randomUUID().replaceAll('-', '')}`;
    this.#keys.set(key, account);
    return key;
  }

  /** @throws FakeError AUTH_INVALID_CREDENTIALS for an unknown API key */
  exchange(headers: Headers) {
    const account = this.#keys.get(bearer(headers));
    if (account !== undefined) return this.#issue(account);
    throw new FakeError('AUTH_INVALID_CREDENTIALS', 'The API key is unknown, expired or revoked.');
  }

  /** Issues new tokens. A refresh token can be used once. @throws FakeError AUTH_TOKEN_INVALID */
  refresh(refreshToken: string) {
    const account = this.#refreshTokens.get(refreshToken);
    this.#refreshTokens.delete(refreshToken);
    if (account !== undefined) return this.#issue(account);
    throw new FakeError('AUTH_TOKEN_INVALID', 'The refresh token is invalid or was used.');
  }

  /** @throws FakeError AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED or AUTH_TOKEN_INVALID */
  authenticate(headers: Headers): Token {
    const token = this.#accessTokens.get(bearer(headers));
    if (token === undefined) throw new FakeError('AUTH_TOKEN_INVALID', 'The access token is invalid.');
    if (token.expiresAt > this.#clock.now()) return token;
    throw new FakeError('AUTH_TOKEN_EXPIRED', 'The access token has expired. Refresh it.');
  }

  #issue(account: Account) {
    const accessToken = `fake-access-${crypto.randomUUID()}`;
    const refreshToken = `fake-refresh-${crypto.randomUUID()}`;
    const expiresAt = this.#clock.now() + ACCESS_TOKEN_SECONDS * 1_000;
    this.#accessTokens.set(accessToken, { ...account, expiresAt });
    this.#refreshTokens.set(refreshToken, account);
    dropOldest(this.#accessTokens);
    dropOldest(this.#refreshTokens);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      tenant_id: account.tenant.id,
      refresh_token: refreshToken,
    };
  }
}

function dropOldest(tokens: Map<string, unknown>): void {
  if (tokens.size > MAX_TOKENS) tokens.delete([...tokens.keys()][0]!);
}

/** @throws FakeError AUTH_UNAUTHORIZED if the header is missing or malformed */
function bearer(headers: Headers): string {
  const token = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token !== undefined) return token;
  throw new FakeError('AUTH_UNAUTHORIZED', 'The header Authorization must be `Bearer <ACCESS_TOKEN>`.');
}
