import { activeTraceparent } from '@loci/telemetry';
import type { PortalUrls } from '../portal-urls.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Session } from '../sessions/session.ts';
import type { OAuthClient } from '../sign-in/oauth-client.ts';
import { loadApiErrorTexts } from '../texts/api-error-texts.ts';
import type { Language } from '../texts/languages.ts';
import { translateError, translateErrorResponse } from './translate-errors.ts';

export interface ApiDeps {
  baseUrl: string;
  urls: Pick<PortalUrls, 'internalBaseUrl'>;
  sessions: SessionStore;
  oauth: Pick<OAuthClient, 'refresh'>;
  now(): Date;
}

/** An API request that failed, or that could not be sent. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status of the response. 503 if there was no response. */
  readonly status: number;
  /** Error code of the API, or `SIGNED_OUT` if the user has to sign in again. */
  readonly code: string;
  /** Messages by invalid field. Null if no field is invalid. */
  readonly fieldErrors: Readonly<Record<string, string[]>> | null;
  constructor(
    status: number,
    code: string,
    message: string,
    fieldErrors: Readonly<Record<string, string[]>> | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fieldErrors = fieldErrors;
  }
}

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute path, for example `/api/v2/memories`. */
  path: string;
  query?: Record<string, string>;
  /** Request body, sent as JSON. */
  body?: unknown;
  /** Additional headers, for example `range`. */
  headers?: Readonly<Record<string, string>>;
  /** Timeout of one attempt. Defaults to 15 seconds. */
  timeoutMs?: number;
}

/** The public API, called through the gateway with the access token of one session. */
export interface PortalApi {
  /**
   * Sends a request and returns `data` of the response. Refreshes the access token first if it is about to expire,
   * and retries once with a new token after a 401.
   *
   * @throws ApiError for every error response, with the code `SIGNED_OUT` if the session or its grant has ended and
   *   `SYS_SERVICE_UNAVAILABLE` if the gateway does not respond
   */
  request<T>(request: ApiRequest): Promise<T>;
  /**
   * Sends a request as `request` does, and returns the response with its body, for example a file.
   *
   * @throws ApiError as `request` does
   */
  fetch(request: ApiRequest): Promise<Response>;
  /**
   * Returns a valid access token of the session. Refreshes it first if it is about to expire.
   *
   * @throws ApiError with the code `SIGNED_OUT` if the session or its grant has ended
   */
  accessToken(): Promise<string>;
}

/** Minimum remaining lifetime of an access token. A token that expires earlier is refreshed. */
const MIN_TOKEN_LIFETIME_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 15_000;

const signedOut = (): ApiError => new ApiError(401, 'SIGNED_OUT', 'Your session has ended. Sign in again.');

/**
 * Creates the API client of one session.
 *
 * @param language language of the messages of errors
 */
export function createPortalApi(deps: ApiDeps, sessionId: string, language: Language): PortalApi {
  const { urls, sessions, oauth, now } = deps;

  /**
   * Returns a valid access token of the session.
   *
   * @param rejected access token that the API rejected with 401
   */
  async function accessToken(rejected?: string): Promise<string> {
    const usable = (session: Session): boolean =>
      session.accessToken !== rejected && session.accessExpiresAtMs - now().getTime() > MIN_TOKEN_LIFETIME_MS;
    const stored = await sessions.find(sessionId);
    if (stored?.kind !== 'user') throw signedOut();
    if (usable(stored)) return stored.accessToken;
    const changed = await sessions.change(sessionId, async (current) => {
      // A concurrent request of the same browser may have refreshed the token.
      if (current.kind !== 'user' || usable(current)) return current;
      const tokens = await oauth.refresh(current.refreshToken);
      return tokens === null ? null : { ...current, ...tokens };
    });
    if (changed?.kind !== 'user') throw signedOut();
    return changed.accessToken;
  }

  const send = (request: ApiRequest, token: string): Promise<Response> =>
    sendToGateway(urls, request, token, language);

  async function sendWithToken(request: ApiRequest): Promise<Response> {
    const token = await accessToken();
    const response = await send(request, token);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    const retried = await send(request, await accessToken(token));
    if (retried.status === 401) throw signedOut();
    return retried;
  }

  return {
    async request<T>(request: ApiRequest): Promise<T> {
      return readData<T>(await sendWithToken(request));
    },
    async fetch(request) {
      const response = await sendWithToken(request);
      if (response.status >= 400) await readData(response);
      return response;
    },
    accessToken: () => accessToken(),
  };
}

/**
 * Sends a request without an access token and returns `data` of the response.
 *
 * @throws ApiError for every error response, and with the code `SYS_SERVICE_UNAVAILABLE` if the gateway does
 *   not respond
 */
export const requestAnonymously = async <T>(
  urls: ApiDeps['urls'],
  request: ApiRequest,
  language: Language,
): Promise<T> => readData<T>(await sendToGateway(urls, request, null, language));

async function sendToGateway(
  urls: ApiDeps['urls'],
  { method = 'GET', path, query, body, headers, timeoutMs = DEFAULT_TIMEOUT_MS }: ApiRequest,
  token: string | null,
  language: Language,
): Promise<Response> {
  const url = new URL(`${urls.internalBaseUrl}${path}`);
  const traceparent = activeTraceparent();
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        ...(traceparent !== null && { traceparent }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return await translateErrorResponse(response, () => loadApiErrorTexts(language));
  } catch (error) {
    const unavailable = {
      code: 'SYS_SERVICE_UNAVAILABLE',
      message: `The API is unavailable (${String(error)}). Try again later.`,
    };
    const texts = await loadApiErrorTexts(language);
    const { code, message } = texts === null ? unavailable : translateError(unavailable, texts);
    throw new ApiError(503, code, message);
  }
}

async function readData<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => ({}))) as {
    data?: T;
    error?: { code?: string; message?: string; field_errors?: Record<string, string[]> | null };
  };
  if (!response.ok) {
    const {
      code = 'SYS_INTERNAL_ERROR',
      message = 'The API returned no error message.',
      field_errors: fieldErrors = null,
    } = body.error ?? {};
    throw new ApiError(response.status, code, message, fieldErrors);
  }
  return body.data as T;
}
