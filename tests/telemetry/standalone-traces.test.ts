import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedCommand } from '../../infra/documentation/src/documented-commands.ts';
import { createMetrics } from '@loci/runtime';
import { SPAN_ATTRIBUTES } from '@loci/telemetry';
import { callTool } from '../support/call-tool.ts';
import { eventually } from '../support/eventually.ts';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import type { Tenant } from '../support/tenants.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';
import type { OtlpReceiver } from './otlp-receiver.ts';
import type { ReceivedSpan } from './received-exports.ts';
import { ancestorsOf, formatTrace } from './span-tree.ts';

const TEST = 'tests/telemetry/standalone-traces.test.ts';
const folder = createTemporaryFolder();
let receiver: OtlpReceiver;
let platform: PlatformProcess;
let tenant: Tenant;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const settings = await createPlatformSettings(folder.path, {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '300',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  const start = documentedCommand('docs/observability.md', TEST);
  const command = start.replace('http://localhost:4318', receiver.url);
  platform = await startPlatform(settings, ['sh', '-euc', `exec env ${command}`]);
  tenant = await platform.createTenant();
}, 60_000);
afterAll(async () => {
  await platform.stop();
  await receiver.close();
  folder.remove();
}, 30_000);

const CLIENT_SPAN = '00f067aa0ba902b7';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

let nextTrace = 1;

/** Sends a request with a new trace ID. Returns the spans of the trace when it contains the expected ones. */
async function traceOf(
  request: { method: string; path: string; body?: unknown },
  expected: readonly (string | [name: string, attributes: object])[],
): Promise<ReceivedSpan[]> {
  const traceId = (nextTrace++).toString(16).padStart(32, '0');
  const { status } = await platform.send({
    ...request,
    token: tenant.token,
    headers: { traceparent: `00-${traceId}-${CLIENT_SPAN}-00` },
  });
  expect(status).toBeLessThan(300);
  const spansOfTrace = (): ReceivedSpan[] => receiver.spans.filter((span) => span.traceId === traceId);
  await eventually(() => {
    for (const each of expected) {
      const [name, attributes] = typeof each === 'string' ? [each] : each;
      find(spansOfTrace(), name, attributes);
    }
    return Promise.resolve();
  });
  return spansOfTrace();
}

const find = (spans: readonly ReceivedSpan[], name: string, attributes: object = {}): ReceivedSpan => {
  const found = spans.find(
    (span) =>
      span.name === name &&
      Object.entries(attributes).every(([key, value]) => span.attributes[key] === value),
  );
  if (!found) throw new Error(`No span ${name} ${JSON.stringify(attributes)} in:\n${formatTrace(spans)}`);
  return found;
};

/** Expects that each span is a child of the next one, with any number of spans in between. */
function expectPath(spans: readonly ReceivedSpan[], path: readonly ReceivedSpan[]): void {
  const [descendant, ...ancestors] = path;
  const found = ancestorsOf(spans, descendant!).filter((span) => ancestors.includes(span));
  expect(found.map(({ name }) => name)).toEqual(ancestors.map(({ name }) => name));
}

const SEARCH = { 'messaging.consumer.group.name': 'search' };

/** @see docs/observability.md */
describe('the trace of a stored memory', () => {
  test('leads from the request over the event to the writes of the search indexes', async () => {
    const spans = await traceOf(
      { method: 'POST', path: '/api/v2/memories', body: { content: 'The tea house opens at nine.' } },
      [
        'POST /api/v2/memories',
        'memory-insert',
        'upsert keyword-index',
        'upsert vector-index',
        // Ends after its children.
        ['process memory', SEARCH],
      ],
    );
    const request = find(spans, 'POST /api/v2/memories');
    expect(request).toMatchObject({
      kind: 'server',
      service: 'loci-standalone',
      parentId: CLIENT_SPAN,
      attributes: { 'loci.service': 'memory', 'http.response.status_code': 201 },
    });
    const insert = find(spans, 'memory-insert');
    expect(ancestorsOf(spans, insert).map(({ name }) => name)).toEqual([
      'transaction loci-memory',
      'POST /api/v2/memories',
    ]);
    const consumer = find(spans, 'process memory', SEARCH);
    expect(consumer).toMatchObject({ kind: 'consumer', attributes: { 'messaging.system': 'postgresql' } });
    for (const name of ['upsert keyword-index', 'upsert vector-index'])
      expectPath(spans, [find(spans, name), consumer, request]);
  });

  test('is connected for each of many memories that are indexed in one batch', async () => {
    const traces = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        traceOf({ method: 'POST', path: '/api/v2/memories', body: { content: `Tea number ${index}.` } }, [
          'POST /api/v2/memories',
          'process memory',
        ]),
      ),
    );
    for (const spans of traces) {
      const request = find(spans, 'POST /api/v2/memories');
      expectPath(spans, [find(spans, 'process memory'), request]);
    }
  });
});

describe('the trace of a search', () => {
  test('leads from the request to the search service', async () => {
    const spans = await traceOf({ method: 'POST', path: '/api/v2/search/hybrid', body: { query: 'tea' } }, [
      'POST /api/v2/search/hybrid',
      'retrieve candidates',
      'results keyword-index',
    ]);
    const request = find(spans, 'POST /api/v2/search/hybrid', { 'loci.service': 'gateway' });
    expectPath(spans, [find(spans, 'embed'), find(spans, 'retrieve candidates'), request]);
    expectPath(spans, [find(spans, 'results keyword-index'), request]);
  });
});

describe('the trace of a tool call', () => {
  test('has a span with the name of the tool', async () => {
    await callTool(platform.send, tenant.token, 'recall', { query: 'tea' });
    const tool = await eventually(() => Promise.resolve(find(receiver.spans, 'tool recall')));
    const trace = receiver.spans.filter(({ traceId }) => traceId === tool.traceId);
    await eventually(() => Promise.resolve(expectPath(trace, [find(trace, 'retrieve candidates'), tool])));
  });
});

describe('the exported spans', () => {
  test('contain no content, query text, IDs and tokens', async () => {
    const body = {
      content: 'The secret-content of a memory.',
      tags: ['secret-tag'],
      metadata: { key: 'secret-value' },
    };
    const spans = await traceOf({ method: 'POST', path: '/api/v2/memories', body }, ['upsert keyword-index']);
    const list = { method: 'GET', path: '/api/v2/memories?tags=secret-tag' };
    spans.push(...(await traceOf(list, ['GET /api/v2/memories'])));
    const search = { query: 'secret-query' };
    spans.push(
      ...(await traceOf({ method: 'POST', path: '/api/v2/search/hybrid', body: search }, [
        'retrieve candidates',
      ])),
    );
    expect(spans.length).toBeGreaterThan(10);
    const exported = receiver.spanTexts.join('\n').toLowerCase();
    for (const text of ['secret', tenant.token.toLowerCase(), platform.settings.adminToken])
      expect(exported.replaceAll('secret-filter', '')).not.toContain(text);
    expect(exported).not.toMatch(UUID);
  });

  test('have only the documented attributes', () => {
    const names = new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect(names.size).toBeGreaterThan(10);
    expect(SPAN_ATTRIBUTES).toEqual(expect.arrayContaining([...names]));
  });

  test('start only with a request, an event or a run of a job', () => {
    const roots = receiver.spans.filter(({ parentId }) => parentId === undefined || parentId === CLIENT_SPAN);
    const isJob = ({ name, kind }: ReceivedSpan): boolean => kind === 'internal' && name.startsWith('job ');
    expect(
      roots.filter((root) => root.kind !== 'server' && root.kind !== 'consumer' && !isJob(root)),
    ).toEqual([]);
  });

  test('name the process with the configured attributes', () => {
    expect(receiver.resources[0]).toMatchObject({
      'service.name': 'loci-standalone',
      'service.namespace': 'loci',
      'service.instance.id': expect.stringMatching(UUID),
      'deployment.environment.name': 'test',
    });
  });
});

describe('the exported metrics', () => {
  /** Returns the number of values of a metric with the given attributes in the latest export. */
  const countOf = (name: string, attributes: object): number =>
    (receiver.metrics.get('loci-standalone') ?? [])
      .filter((metric) => metric.name === name)
      .flatMap(({ points }) => points)
      .filter((point) => Object.entries(attributes).every(([key, value]) => point.attributes[key] === value))
      .reduce((sum, { value }) => sum + value, 0);

  test('follow the semantic conventions', async () => {
    await traceOf({ method: 'POST', path: '/api/v2/memories', body: { content: 'Tea at five.' } }, [
      'upsert keyword-index',
    ]);
    await eventually(() => {
      const route = { 'http.request.method': 'POST', 'http.route': '/api/v2/memories' };
      expect(
        countOf('http.server.request.duration', { ...route, 'http.response.status_code': 201 }),
      ).toBeGreaterThan(0);
      const group = { 'messaging.system': 'postgresql', 'messaging.consumer.group.name': 'search' };
      expect(countOf('messaging.process.duration', group)).toBeGreaterThan(0);
      expect(countOf('messaging.client.consumed.messages', group)).toBeGreaterThan(0);
      const pool = { 'db.client.connection.pool.name': 'memory' };
      expect(countOf('db.client.connection.use_time', pool)).toBeGreaterThan(0);
      expect(countOf('db.client.connection.max', pool)).toBe(10);
      const statement = { 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT' };
      expect(countOf('db.client.operation.duration', statement)).toBeGreaterThan(0);
      return Promise.resolve();
    });
  });

  test('have exemplars that lead to the trace, in the format OpenMetrics', async () => {
    const spans = await traceOf({ method: 'GET', path: '/api/v2/memories' }, ['GET /api/v2/memories']);
    const { traceId, spanId } = find(spans, 'GET /api/v2/memories');
    const { text } = await platform.sendToAdminPort({
      method: 'GET',
      path: '/metrics',
      headers: { accept: 'application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3' },
    });
    const line = text.split('\n').find((each) => each.includes(traceId));
    expect(line).toMatch(/^http_server_request_duration_seconds_bucket\{le="[0-9.]+",/);
    expect(line).toContain(`# {trace_id="${traceId}",span_id="${spanId}"}`);
  });
});

describe('the metrics of the standalone platform', () => {
  test('contain every declared metric with the labels that the rules of Prometheus read', async () => {
    await traceOf({ method: 'POST', path: '/api/v2/memories', body: { content: 'Counted.' } }, []);
    const { text } = await platform.sendToAdminPort({ method: 'GET', path: '/metrics' });
    const exported = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!));
    const declared = createMetrics('declared').registry.getMetricsAsArray();
    expect(declared.map(({ name }) => name).filter((name) => !exported.has(name))).toEqual([]);
    expect(text).toMatch(/^http_server_request_duration_seconds_count\{.*service="standalone".*\} \d+$/m);
    expect(text).toMatch(
      /^http_server_request_duration_seconds_count\{.*http_route="\/api\/v2\/memories".*\} \d+$/m,
    );
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds\{service="standalone"\} /m);
    // `increase` would ignore the first dead letter and the first rejection if the series did not exist before.
    expect(text).toMatch(/^loci_dead_letters_total\{.*group="search".*\} 0$/m);
    expect(text).toMatch(/^loci_quota_rejections_total\{.*resource="memory".*\} 0$/m);
  });
});
