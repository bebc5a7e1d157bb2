import { AuthenticationError, ConnectionError } from '../errors.ts';
import type { AccessTokenResponse } from '../types.ts';
import type { AccessTokens } from './access-tokens.ts';

/** Requests that obtain access tokens. */
export interface TokenRequests {
  exchange(): Promise<AccessTokenResponse>;
  refresh(refreshToken: string): Promise<AccessTokenResponse>;
}

/** Share of the lifetime of a token after which it is refreshed. */
const REFRESH_AFTER = 0.9;

interface CurrentToken {
  accessToken: string;
  refreshToken: string;
  /** Time in milliseconds since the epoch. */
  refreshAt: number;
}

/** Exchanges an API key and refreshes the token, once for all concurrent calls. */
export class ApiKeyTokens implements AccessTokens {
  readonly #requests: TokenRequests;
  readonly #now: () => number;
  #current: CurrentToken | null = null;
  #pending: Promise<string> | null = null;

  constructor(requests: TokenRequests, now: () => number = Date.now) {
    this.#requests = requests;
    this.#now = now;
  }

  get(): Promise<string> {
    if (this.#current !== null && this.#now() < this.#current.refreshAt) {
      return Promise.resolve(this.#current.accessToken);
    }
    this.#pending ??= this.#obtain().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  reject(token: string): boolean {
    // A concurrent call may already have replaced the token.
    if (this.#current?.accessToken === token) this.#current.refreshAt = 0;
    return true;
  }

  async #obtain(): Promise<string> {
    const previous = this.#current;
    // A refresh token can be used only once, even if the response to the refresh is lost.
    this.#current = null;
    const requestedAt = this.#now();
    const response = await this.#refreshOrExchange(previous);
    this.#current = {
      accessToken: response.access_token,
      refreshToken: response.refresh_token,
      refreshAt: requestedAt + response.expires_in * 1_000 * REFRESH_AFTER,
    };
    return response.access_token;
  }

  async #refreshOrExchange(previous: CurrentToken | null): Promise<AccessTokenResponse> {
    if (previous === null) return this.#requests.exchange();
    try {
      return await this.#requests.refresh(previous.refreshToken);
    } catch (error) {
      if (error instanceof AuthenticationError || error instanceof ConnectionError) {
        return this.#requests.exchange();
      }
      throw error;
    }
  }
}
