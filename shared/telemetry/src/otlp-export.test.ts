import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { decodeMessage } from '../test/decode-protobuf.fixture.ts';
import type { DecodedField } from '../test/decode-protobuf.fixture.ts';
import { startTelemetry } from './start-telemetry.ts';
import type { TelemetryConfig } from './telemetry-config.ts';
import { getTracing } from './tracing.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a server that stores the requests and responds with a status. */
async function receive(status = 200): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ path: request.url!, headers: request.headers, body });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** Exports one span and one metric. Returns the logged warnings. */
async function exportOnce(config: TelemetryConfig): Promise<string[]> {
  const warnings: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) };
  const values = [{ labels: {}, value: 3 }];
  const metric = { name: 'loci_open_suggestions', help: 'h', type: 'gauge', values };
  const telemetry = await startTelemetry(config, {
    serviceName: 'loci-test',
    log,
    collect: () => Promise.resolve([metric]),
  });
  getTracing()?.startSpan({ name: 'GET /things', kind: 'server' }).end();
  await telemetry.stop();
  return warnings;
}

/** Returns the fields of nested messages. The numbers are those of the protocol definition. */
const nested = (body: Buffer, ...path: number[]): DecodedField[] =>
  path.reduce<DecodedField[]>(
    (fields, number) =>
      fields
        .filter((field) => field.number === number)
        .flatMap((field) => decodeMessage(field.value as Buffer)),
    decodeMessage(body),
  );

const textOf = (fields: readonly DecodedField[], number: number): string =>
  (fields.find((field) => field.number === number)!.value as Buffer).toString();

describe('the export', () => {
  test('sends traces and metrics in the binary format of the protocol', async () => {
    const { url, received } = await receive();
    await exportOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    const bodyOf = (path: string): Buffer => received.find((request) => request.path === path)!.body;
    expect(received.map(({ headers }) => headers['content-type'])).toEqual([
      'application/x-protobuf',
      'application/x-protobuf',
    ]);
    // resource_spans = 1, scope_spans = 2, spans = 2, name = 5
    expect(textOf(nested(bodyOf('/v1/traces'), 1, 2, 2), 5)).toBe('GET /things');
    expect(bodyOf('/v1/traces').toString('latin1')).toContain('loci-test');
    // resource_metrics = 1, scope_metrics = 2, metrics = 2, name = 1
    expect(textOf(nested(bodyOf('/v1/metrics'), 1, 2, 2), 1)).toBe('loci.open_suggestions');
  });

  test('sends the configured headers', async () => {
    const { url, received } = await receive();
    const headers = { reveal: () => 'authorization=Bearer%20token, x-scope=a' };
    await exportOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers });
    for (const request of received)
      expect(request.headers).toMatchObject({ authorization: 'Bearer token', 'x-scope': 'a' });
    expect(received).toHaveLength(2);
  });

  test.each<[string, TelemetryConfig, string]>([
    ['traces', { OTEL_TRACES_EXPORTER: 'none' }, '/v1/metrics'],
    ['metrics', { OTEL_METRICS_EXPORTER: 'none' }, '/v1/traces'],
  ])('sends no %s if their exporter is none', async (_signal, config, path) => {
    const { url, received } = await receive();
    await exportOnce({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: url });
    expect(received.map((request) => request.path)).toEqual([path]);
  });

  test('sends nothing if the SDK is disabled', async () => {
    const { url, received } = await receive();
    await exportOnce({ OTEL_SDK_DISABLED: true, OTEL_EXPORTER_OTLP_ENDPOINT: url });
    expect(received).toEqual([]);
  });

  test('logs a warning if the collector rejects the data', async () => {
    const { url } = await receive(400);
    const warnings = await exportOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    expect(warnings.sort()).toEqual(['Metric export failed', 'Trace export failed']);
  });
});
