import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Server that answers every request for a model with the same sentence. */
export interface FakeModel {
  url: string;
  /** Bodies of the requests for a model. */
  prompts: string[];
  close(): Promise<void>;
}

const ANSWER = 'Noted.';

/** Starts a server with the streams of the Anthropic Messages API and of the OpenAI Responses API. */
export async function startFakeModel(): Promise<FakeModel> {
  const prompts: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const stream = streams[new URL(request.url!, 'http://localhost').pathname];
      if (stream === undefined) return response.writeHead(404).end('{}');
      prompts.push(body);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      stream(response);
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prompts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, type: string, fields: object): void {
  response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}

const streams: Record<string, (response: ServerResponse) => void> = {
  '/v1/messages': (response) => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: 'm', type: 'message', role: 'assistant', model: 'fake', content: [], usage };
    send(response, 'message_start', { message });
    send(response, 'content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    send(response, 'content_block_delta', { index: 0, delta: { type: 'text_delta', text: ANSWER } });
    send(response, 'content_block_stop', { index: 0 });
    send(response, 'message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage });
    send(response, 'message_stop', {});
  },
  '/v1/responses': (response) => {
    const content = [{ type: 'output_text', text: ANSWER }];
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    send(response, 'response.created', { response: { id: 'r' } });
    send(response, 'response.output_item.done', {
      output_index: 0,
      item: { type: 'message', role: 'assistant', id: 'm', content },
    });
    send(response, 'response.completed', { response: { id: 'r', usage } });
  },
};
