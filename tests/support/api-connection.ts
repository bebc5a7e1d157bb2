import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read response fields; schemas check their types
export type Json = any;

export interface ApiRequest {
  method: string;
  /** Path that is sent without normalization, so that `/a/../b` arrives unchanged. */
  path: string;
  /** Bearer token. */
  token?: string | null | undefined;
  /** Body that is sent as JSON. */
  body?: unknown;
  /** Body that is sent unchanged. Replaces `body`. */
  raw?: string | Buffer | undefined;
  headers?: Record<string, string | string[]> | undefined;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  /** Parsed body of a JSON response, otherwise null. */
  body: Json;
}

export type SendRequest = (request: ApiRequest) => Promise<ApiResponse>;

export interface ApiConnection {
  send: SendRequest;
  close(): void;
}

const TIMEOUT_MS = 30_000;

/**
 * Opens keep-alive connections to a server. Requests are sent unchanged, unlike with `fetch`, which normalizes paths and
 * rejects headers that an attacker may send.
 */
export function openApiConnection(baseUrl: string): ApiConnection {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const send: SendRequest = ({ method, path, token, body, raw, headers = {} }) =>
    new Promise((resolve, reject) => {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const outgoing = request(
        {
          agent,
          host: hostname,
          port,
          method,
          path,
          timeout: TIMEOUT_MS,
          headers: {
            ...(token == null ? {} : { authorization: `Bearer ${token}` }),
            ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
            ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
            ...headers,
          },
        },
        (incoming) => {
          text(incoming).then((received) => {
            const isJson = /^application\/json/.test(incoming.headers['content-type'] ?? '');
            resolve({
              status: incoming.statusCode!,
              headers: incoming.headers as Record<string, string | undefined>,
              text: received,
              body: isJson && received !== '' ? JSON.parse(received) : null,
            });
          }, reject);
        },
      );
      outgoing.once('timeout', () =>
        outgoing.destroy(new Error(`${method} ${path} timed out after ${TIMEOUT_MS / 1000} s.`)),
      );
      outgoing.once('error', reject);
      outgoing.end(payload);
    });
  return { send, close: () => agent.destroy() };
}
