import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { openDistributedPlatform } from '../e2e/open-distributed-platform.ts';
import { connectToPlatform } from '../e2e/test-platform.ts';
import type { TestPlatform } from '../e2e/test-platform.ts';
import type { Tenant } from '../support/tenants.ts';
import { getTracing, startTelemetry } from '@loci/telemetry';
import type { TelemetryConfig } from '@loci/telemetry';
import { startCollectorReceiver } from './collector-receiver.ts';
import type { CollectorReceiver } from './collector-receiver.ts';
import type { ReceivedSpan } from './received-exports.ts';
import { ancestorsOf, formatTrace } from './span-tree.ts';

const VARIABLES = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_BSP_SCHEDULE_DELAY', 'OTEL_METRIC_EXPORT_INTERVAL'];
const CLIENT_SPAN = '00f067aa0ba902b7';

const STATUS = { 'http.response.status_code': 200 };
const labels = { http_response_status_code: '200' };
const LATENCY = {
  name: 'http_server_request_duration_seconds',
  help: 'Duration of requests.',
  type: 'histogram',
  values: [
    { metricName: 'http_server_request_duration_seconds_bucket', labels: { ...labels, le: '0.1' }, value: 2 },
    {
      metricName: 'http_server_request_duration_seconds_bucket',
      labels: { ...labels, le: '+Inf' },
      value: 3,
    },
    { metricName: 'http_server_request_duration_seconds_sum', labels, value: 0.5 },
    { metricName: 'http_server_request_duration_seconds_count', labels, value: 3 },
  ],
};

let receiver: CollectorReceiver;
let platform: TestPlatform;
let tenant: Tenant;
beforeAll(async () => {
  receiver = await startCollectorReceiver();
  // The processes inherit the variables of OpenTelemetry.
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url;
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '100';
  process.env['OTEL_METRIC_EXPORT_INTERVAL'] = '2000';
  platform = await connectToPlatform(await openDistributedPlatform({ splitRoles: true }));
  tenant = await platform.createTenant();
}, 360_000);
afterAll(async () => {
  for (const name of VARIABLES) Reflect.deleteProperty(process.env, name);
  await platform.close();
  await receiver.close();
}, 60_000);

/** Sends a request with a trace ID. Returns the spans of the trace when it contains the expected ones. */
async function traceOf(
  traceId: string,
  path: string,
  body: object,
  expected: readonly string[],
): Promise<ReceivedSpan[]> {
  const headers = { traceparent: `00-${traceId}-${CLIENT_SPAN}-00` };
  const { status } = await tenant.send({ method: 'POST', path, body, headers });
  expect(status).toBeLessThan(300);
  const spans = (): ReceivedSpan[] => receiver.spans.filter((span) => span.traceId === traceId);
  await eventually(() => {
    const names = spans().map((span) => span.name);
    const missing = expected.filter((name) => !names.includes(name));
    if (missing.length > 0)
      throw new Error(`Missing: ${missing.join(', ')}\n${formatTrace(spans(), CLIENT_SPAN)}`);
    return Promise.resolve();
  }, 60_000);
  return spans();
}

/** Returns the ancestors of the first span with a name, as `name [service]`. */
const pathOf = (spans: readonly ReceivedSpan[], name: string, service: string): string[] => {
  const span = spans.find((each) => each.name === name && each.service === service);
  if (!span) throw new Error(`No span ${name} of ${service} in:\n${formatTrace(spans, CLIENT_SPAN)}`);
  return ancestorsOf(spans, span).map((ancestor) => `${ancestor.name} [${ancestor.service}]`);
};

describe('the trace of a stored memory on distributed processes', () => {
  test('leads from the gateway over PostgreSQL and Kafka to Elasticsearch and Qdrant', async () => {
    const spans = await traceOf(
      '1'.repeat(32),
      '/api/v2/memories',
      { content: 'The tea house opens at nine.' },
      ['POST /api/v2/memories', 'send memory', 'upsert keyword-index', 'upsert vector-index'],
    );
    for (const name of ['upsert keyword-index', 'upsert vector-index']) {
      expect(pathOf(spans, name, 'loci-search')).toEqual([
        'process memory [loci-search]',
        'send memory [loci-memory]',
        'transaction loci-memory [loci-memory]',
        'POST /api/v2/memories [loci-memory]',
        'POST [loci-gateway]',
        'POST /api/v2/memories [loci-gateway]',
      ]);
    }
    const systems = spans.map(({ attributes }) => attributes['db.system.name']);
    expect(systems).toEqual(expect.arrayContaining(['postgresql', 'elasticsearch', 'qdrant']));
    expect(spans.find(({ name }) => name === 'send memory')).toMatchObject({
      kind: 'producer',
      attributes: { 'messaging.system': 'kafka', 'messaging.operation.type': 'send' },
    });
  });
});

describe('the trace of a search on distributed processes', () => {
  test('leads from the gateway to Elasticsearch and Qdrant', async () => {
    const spans = await traceOf('2'.repeat(32), '/api/v2/search/hybrid', { query: 'tea' }, [
      'POST /api/v2/search/hybrid',
      'retrieve candidates',
      'search keyword-index',
      'search vector-index',
    ]);
    for (const name of ['search keyword-index', 'search vector-index']) {
      const path = pathOf(spans, name, 'loci-search');
      expect(path[0]).toBe('retrieve candidates [loci-search]');
      expect(path.slice(-2)).toEqual(['POST [loci-gateway]', 'POST /api/v2/search/hybrid [loci-gateway]']);
    }
  });
});

describe('the processes of the distributed platform', () => {
  test('send their own resource attributes', async () => {
    const services = () => new Set(receiver.resources.map((each) => each['service.name']));
    await eventually(() => {
      expect([...services()]).toEqual(expect.arrayContaining(['loci-gateway', 'loci-memory', 'loci-search']));
      return Promise.resolve();
    });
    const nameByInstance = new Map(
      receiver.resources.map((each) => [each['service.instance.id'], each['service.name']]),
    );
    expect(new Set(nameByInstance.values())).toEqual(services());
    for (const resource of receiver.resources) {
      expect(resource).toMatchObject({ 'service.namespace': 'loci', 'service.version': expect.any(String) });
    }
  });

  test('send metrics with the names and units of the semantic conventions', async () => {
    // An export of a process replaces that of another process of the same service.
    const units = new Map<string, string>();
    await eventually(() => {
      for (const { name, unit } of [...receiver.metrics.values()].flat()) units.set(name, unit);
      expect(Object.keys(receiver.units).filter((name) => !units.has(name))).toEqual([]);
      return Promise.resolve();
    }, 60_000);
    const conventional = [...units].filter(([name]) => !/^(loci|nodejs)\./.test(name));
    expect(Object.fromEntries(conventional)).toEqual(receiver.units);
  });
});

describe('the export', () => {
  test.each(['http/protobuf', 'http/json'] as const)('sends traces and metrics with %s', async (protocol) => {
    const serviceName = `loci-${protocol.replace('/', '-')}`;
    const config: TelemetryConfig = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    };
    const warnings: string[] = [];
    const telemetry = await startTelemetry(config, {
      serviceName,
      log: { warn: (_fields, message) => void warnings.push(message) },
      collect: () => Promise.resolve([LATENCY]),
    });
    getTracing()!.startSpan({ name: 'GET /things', kind: 'server', attributes: STATUS }).end();
    await telemetry.stop();
    expect(warnings).toEqual([]);
    await eventually(() => {
      expect(receiver.spans.filter(({ service }) => service === serviceName)).toMatchObject([
        { name: 'GET /things', kind: 'server', parentId: undefined, attributes: STATUS },
      ]);
      expect(receiver.metrics.get(serviceName)).toEqual([
        {
          ...{ service: serviceName, name: 'http.server.request.duration', unit: 's' },
          points: [{ attributes: STATUS, value: 3 }],
        },
      ]);
      return Promise.resolve();
    });
  });
});
