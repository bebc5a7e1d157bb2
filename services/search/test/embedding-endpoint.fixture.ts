import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  authorization: string | undefined;
  body: { model: string; input: string[]; dimensions?: number };
}

/**
 * One response of the endpoint: valid embeddings, no response (`hang`), an error status, or a given JSON
 * body.
 */
export type CannedResponse =
  'embed' | 'hang' | { status: number; headers?: Record<string, string> } | { json: unknown };

export interface EmbeddingEndpoint {
  baseUrl: string;
  received: ReceivedRequest[];
  /** The next responses, in order. Without an entry, the endpoint responds with valid embeddings. */
  responses: CannedResponse[];
  close(): Promise<void>;
}

/**
 * Starts a fake of the OpenAI endpoint `/v1/embeddings`. Its vectors count the occurrences of each letter.
 */
export async function startEmbeddingEndpoint(dimension: number): Promise<EmbeddingEndpoint> {
  const received: ReceivedRequest[] = [];
  const responses: CannedResponse[] = [];
  const server = createServer((request, response) => {
    void handle(request, response);
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || request.url !== '/v1/embeddings') return send(response, 404, {});
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedRequest['body'];
    received.push({ authorization: request.headers.authorization, body });
    const next = responses.shift() ?? 'embed';
    if (next === 'hang') return;
    if (next === 'embed') return send(response, 200, embeddings(body.input, dimension));
    if ('status' in next)
      return send(response, next.status, { error: { message: 'rejected' } }, next.headers);
    send(response, 200, next.json);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    responses,
    close: () => closeServer(server),
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Creates a valid response. Its vectors are neither normalized nor in order, which the API allows. */
function embeddings(texts: readonly string[], dimension: number): unknown {
  const data = texts.map((text, index) => {
    const embedding = new Array<number>(dimension).fill(0.01);
    for (const character of text) embedding[character.codePointAt(0)! % dimension]! += 1;
    return { object: 'embedding', index, embedding };
  });
  return {
    object: 'list',
    data: data.toReversed(),
    model: 'letters',
    usage: { prompt_tokens: 1, total_tokens: 1 },
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
