import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import type { ExitCode } from '../exit-code.ts';
import { VERSION } from '../version.ts';

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs?: number;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  /** Parsed body of a JSON response, otherwise undefined. */
  json: unknown;
}

const TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 3;
const MAX_RETRY_AFTER_SECONDS = 10;
const RETRY_DELAY_MS = 300;

/**
 * Sends a request. Does not follow redirects, because the request can contain a credential.
 *
 * @throws CommandError if the server does not respond
 */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  const { method, url, headers, body, timeoutMs = TIMEOUT_MS } = request;
  try {
    const response = await fetch(url, {
      method,
      headers: { 'user-agent': `loci-cli/${VERSION}`, accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: parseJson(text) };
  } catch (error) {
    throw unreachable(url, error as Error);
  }
}

/**
 * Sends a request that can be repeated without a second effect. Retries if the server does not respond, is unavailable
 * or limits the rate.
 */
export async function sendWithRetries(request: HttpRequest): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === MAX_ATTEMPTS;
    try {
      const response = await sendRequest(request);
      const delayMs = retryDelayMs(response, attempt);
      if (isLast || delayMs === undefined) return response;
      await sleep(delayMs);
    } catch (error) {
      if (isLast || !(error instanceof CommandError)) throw error;
      await sleep(RETRY_DELAY_MS * attempt);
    }
  }
}

function retryDelayMs({ status, headers }: HttpResponse, attempt: number): number | undefined {
  if (![429, 502, 503, 504].includes(status)) return undefined;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isNaN(seconds)) return RETRY_DELAY_MS * attempt;
  return seconds <= MAX_RETRY_AFTER_SECONDS ? seconds * 1000 : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreachable(url: string, error: Error): CommandError {
  const { origin } = new URL(url);
  if (error.name === 'TimeoutError')
    return new CommandError(EXIT_CODE.unavailable, `${origin} did not respond in time.`);
  const cause = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message;
  return new CommandError(
    EXIT_CODE.unavailable,
    `Cannot connect to ${origin} (${cause}). Start the server, or set its address with --url or LOCI_URL.`,
  );
}

interface ErrorBody {
  error?: { code?: unknown; message?: unknown; details?: { current_memory_id?: unknown } | null };
  meta?: { request_id?: unknown };
}

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Converts an error response of the API to an error that states what to do. */
export function toCommandError(url: string, { status, json, headers }: HttpResponse): CommandError {
  const body = (json ?? {}) as ErrorBody;
  const code = asString(body.error?.code);
  const requestId = asString(body.meta?.request_id) ?? headers.get('x-request-id') ?? undefined;
  const { exitCode, advice } = adviceFor(status, code);
  if (code === undefined)
    return new CommandError(
      status >= 500 ? EXIT_CODE.unavailable : EXIT_CODE.rejected,
      `${new URL(url).origin} sent a response with status ${status} that is not from Loci. ` +
        'Check the address with `loci status`.',
    );
  const message = asString(body.error?.message) ?? `The server responded with status ${status}.`;
  const reference = status >= 500 && requestId !== undefined ? ` Request ID: ${requestId}.` : '';
  return new CommandError(exitCode, `${message}${advice === '' ? '' : ` ${advice}`}${reference}`, {
    code,
    ...(requestId === undefined ? {} : { requestId }),
  });
}

function adviceFor(status: number, code: string | undefined): { exitCode: ExitCode; advice: string } {
  switch (status) {
    case 401:
      return { exitCode: EXIT_CODE.authentication, advice: 'Run `loci login` to sign in again.' };
    case 403:
      return {
        exitCode: EXIT_CODE.authentication,
        advice: 'Sign in with a credential that has the permission. `loci status` shows your permissions.',
      };
    case 404:
      return { exitCode: EXIT_CODE.notFound, advice: 'Check the ID. `loci list` shows the IDs of memories.' };
    case 421:
      return {
        exitCode: EXIT_CODE.usage,
        advice: 'Use the address in the variable PUBLIC_URL of the server.',
      };
    case 429:
      return { exitCode: EXIT_CODE.unavailable, advice: 'Wait a minute, and run the command again.' };
    default:
      if (status >= 500)
        return {
          exitCode: EXIT_CODE.unavailable,
          advice: 'Run `loci status`, and see the log of the server.',
        };
      if (code === 'BIZ_QUOTA_EXCEEDED')
        return {
          exitCode: EXIT_CODE.rejected,
          advice: 'Delete memories, or ask the operator for more storage.',
        };
      return { exitCode: EXIT_CODE.rejected, advice: '' };
  }
}
