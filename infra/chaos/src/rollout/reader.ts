import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '../load/create-tenant.ts';
import type { ExpectedState } from '../load/expected-state.ts';
import type { Json } from '../load/send.ts';

export interface ReadLog {
  /** Number of own writes that a search has found. */
  found: number;
  /** Number of refreshed access tokens. */
  refreshed: number;
  /** Responses that a client must not receive. */
  problems: string[];
}

export interface ReaderOptions {
  baseUrl: string;
  tenant: Tenant;
  expected: ExpectedState;
  log: ReadLog;
  stopping: AbortSignal;
}

const PAUSE_MS = 200;
/** Time within which a search must include an own write, also while the consumer group changes its members. */
const FRESH_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Rounds between two refreshes of the access token. */
const REFRESH_INTERVAL = 3;

/**
 * Repeats until `stopping` is aborted: stores a memory, reads it, and searches for it with the position of the write. A
 * search that is marked as fresh must contain the memory. Refreshes the access token.
 */
export async function runReader({ baseUrl, tenant, expected, log, stopping }: ReaderOptions): Promise<void> {
  let { token, refreshToken } = tenant;

  async function send(
    method: string,
    path: string,
    body?: object,
    position?: string,
  ): Promise<{ data: Json; meta: Json; position: string } | null> {
    const what = `${method} ${path}`;
    try {
      const response = await fetch(new URL(path, baseUrl), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(position !== undefined && { 'x-loci-min-position': position }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.ok) {
        return { ...(JSON.parse(text) as Json), position: response.headers.get('x-loci-position') ?? '' };
      }
      log.problems.push(`${what} returned ${response.status}: ${text.slice(0, 300)}`);
    } catch (error) {
      log.problems.push(`${what} failed: ${String((error as Error).cause ?? error)}`);
    }
    return null;
  }

  async function searchUntilFresh(id: string, word: string, position: string): Promise<void> {
    const deadline = performance.now() + FRESH_TIMEOUT_MS;
    for (;;) {
      const path = '/api/v2/search/hybrid?wait_ms=5000';
      const response = await send('POST', path, { query: word, limit: 5 }, position);
      if (response === null) return;
      if (response.meta.fresh === true) {
        if (response.data.items.some((item: Json) => item.id === id)) log.found++;
        else log.problems.push(`A fresh search did not contain the memory ${id}`);
        return;
      }
      if (performance.now() > deadline) {
        log.problems.push(`No search was fresh within ${FRESH_TIMEOUT_MS} ms of a write`);
        return;
      }
    }
  }

  for (let round = 0; !stopping.aborted; round++) {
    const word = `reader${round}`;
    const content = `${tenant.mark} ${word} kept by the reader of the harbor`;
    const stored = await send('POST', '/api/v2/memories', { content });
    if (stored === null) expected.uncertainContents.add(content);
    else {
      const { id } = stored.data;
      expected.memories.set(id, { presence: 'there', contents: [content], active: true, minRevision: 1 });
      const read = await send('GET', `/api/v2/memories/${id}`);
      if (read && read.data.content !== content) log.problems.push(`The memory ${id} has another content`);
      await searchUntilFresh(id, word, stored.position);
    }
    if (round % REFRESH_INTERVAL === 0) {
      const refreshed = await send('POST', '/api/v2/auth/refresh', { refresh_token: refreshToken });
      if (refreshed !== null) {
        token = refreshed.data.access_token;
        refreshToken = refreshed.data.refresh_token;
        log.refreshed++;
      }
    }
    await delay(PAUSE_MS);
  }
}
