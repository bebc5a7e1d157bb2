import type { DocumentFrequencies } from './document-frequencies.ts';
import { TokenCache } from './token-cache.ts';

type Frequencies = Pick<DocumentFrequencies, 'tenantItems' | 'ofTokens'>;

interface TokenFrequency {
  documentFrequency: number;
  tenantItems: number;
}

/** Document frequencies of tokens. Sends a request only for tokens that the cache does not contain. */
export class CachedFrequencies {
  readonly #read: (tenantId: string, tokens: readonly string[]) => Promise<Frequencies>;
  readonly #cache = new TokenCache<TokenFrequency>();

  constructor(read: (tenantId: string, tokens: readonly string[]) => Promise<Frequencies>) {
    this.#read = read;
  }

  /**
   * Returns the number of items of the tenant and the document frequencies of the tokens.
   *
   * @param tokens distinct tokens of the tenant, at least one
   */
  async of(
    tenantId: string,
    tokens: readonly string[],
  ): Promise<{ tenantItems: number; frequencyOf: (token: string) => number }> {
    const known = new Map<string, TokenFrequency>();
    const missing: string[] = [];
    for (const token of tokens) {
      const cached = this.#cache.get(tenantId, token);
      if (cached) known.set(token, cached);
      else missing.push(token);
    }
    if (missing.length > 0) {
      const { tenantItems, ofTokens } = await this.#read(tenantId, missing);
      for (const [i, token] of missing.entries()) {
        const frequency = { documentFrequency: ofTokens[i]!, tenantItems };
        known.set(token, frequency);
        this.#cache.set(tenantId, token, frequency, tenantItems);
      }
    }
    return {
      tenantItems: Math.max(...Array.from(known.values(), (one) => one.tenantItems)),
      frequencyOf: (token) => known.get(token)!.documentFrequency,
    };
  }
}
