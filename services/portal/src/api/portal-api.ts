import type { PortalUrls } from '../portal-urls.ts';
import type { OAuthClient } from '../sign-in/oauth-client.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Session } from '../sessions/session.ts';

export interface ApiDeps {
  baseUrl: string;
  urls: Pick<PortalUrls, 'internalBaseUrl'>;
  sessions: SessionStore;
  oauth: Pick<OAuthClient, 'refresh'>;
  now(): Date;
}

/** What the API answered instead of a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The API's error code, or `SIGNED_OUT` when the person has to sign in again. */
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

/** The public API on behalf of the person of one session, through the gateway like everybody's. */
export interface PortalApi {
  /** `data` of the answer. @throws ApiError for any other; SYS_SERVICE_UNAVAILABLE when there is none */
  request<T>(request: ApiRequest): Promise<T>;
  /** A memory or a passage of a document, as the assistants' `fetch` tool gives it; null for an unknown id. */
  fetchCitation(id: string): Promise<Citation | null>;
}

export interface Citation {
  text: string;
  metadata: { document_id?: string | null; chunk_index?: number | null; created_at?: string };
}

/** Tokens that end sooner than this are refreshed first. */
const FRESH_FOR_MS = 60_000;
const TIMEOUT_MS = 15_000;

const signedOut = (): ApiError => new ApiError(401, 'SIGNED_OUT', 'Sign in again.');

export function createPortalApi(deps: ApiDeps, sessionId: string): PortalApi {
  const { urls, sessions, oauth, now } = deps;

  /** @param refused a token that the API did not accept: it is not used again */
  async function accessToken(refused?: string): Promise<string> {
    const usable = (session: Session): boolean =>
      session.accessToken !== refused && session.accessExpiresAtMs - now().getTime() > FRESH_FOR_MS;
    const stored = await sessions.find(sessionId);
    if (stored?.kind !== 'person') throw signedOut();
    if (usable(stored)) return stored.accessToken;
    const changed = await sessions.change(sessionId, async (current) => {
      // Another request of this browser may have refreshed meanwhile.
      if (current.kind !== 'person' || usable(current)) return current;
      const tokens = await oauth.refresh(current.refreshToken);
      return tokens === null ? null : { ...current, ...tokens };
    });
    if (changed?.kind !== 'person') throw signedOut();
    return changed.accessToken;
  }

  async function send({ method = 'GET', path, query, body }: ApiRequest, token: string): Promise<Response> {
    const url = new URL(`${urls.internalBaseUrl}${path}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    try {
      return await fetch(url, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: `Bearer ${token}`,
          accept: path === MCP_PATH ? 'application/json, text/event-stream' : 'application/json',
          ...(path === MCP_PATH ? { 'mcp-protocol-version': '2025-11-25' } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw new ApiError(503, 'SYS_SERVICE_UNAVAILABLE', `The API does not answer: ${String(error)}`);
    }
  }

  async function sendAsPerson(request: ApiRequest): Promise<Response> {
    const token = await accessToken();
    const response = await send(request, token);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    const second = await send(request, await accessToken(token));
    if (second.status === 401) throw signedOut();
    return second;
  }

  return {
    async request<T>(request: ApiRequest): Promise<T> {
      const response = await sendAsPerson(request);
      const answer = (await response.json().catch(() => ({}))) as {
        data?: T;
        error?: { code?: string; message?: string };
      };
      if (!response.ok) {
        const { code = 'SYS_INTERNAL_ERROR', message = 'The API gave no reason.' } = answer.error ?? {};
        throw new ApiError(response.status, code, message);
      }
      return answer.data as T;
    },
    async fetchCitation(id) {
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'fetch', arguments: { id } },
      };
      const response = await sendAsPerson({ method: 'POST', path: MCP_PATH, body });
      if (!response.ok) throw new ApiError(response.status, 'SYS_BAD_GATEWAY', 'The API gave no answer.');
      const answer = readJsonRpc(await response.text());
      const content = answer?.result?.structuredContent;
      return content?.success === true ? (content as unknown as Citation) : null;
    },
  };
}

const MCP_PATH = '/mcp';

interface JsonRpcAnswer {
  result?: { structuredContent?: { success?: unknown } };
}

/** The one answer, sent as JSON or as the only event of a stream. */
function readJsonRpc(text: string): JsonRpcAnswer | null {
  const json = text.startsWith('{') ? text : /^data: ?(\{.*\})$/m.exec(text)?.[1];
  return json === undefined ? null : (JSON.parse(json) as JsonRpcAnswer);
}
