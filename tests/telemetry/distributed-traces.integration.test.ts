import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { openDistributedPlatform } from '../e2e/open-distributed-platform.ts';
import { connectToPlatform } from '../e2e/test-platform.ts';
import type { TestPlatform } from '../e2e/test-platform.ts';
import type { Tenant } from '../support/tenants.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';
import type { OtlpReceiver, ReceivedSpan } from './otlp-receiver.ts';
import { ancestorsOf, formatTrace } from './span-tree.ts';

const VARIABLES = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_BSP_SCHEDULE_DELAY'];
const CLIENT_SPAN = '00f067aa0ba902b7';

let receiver: OtlpReceiver;
let platform: TestPlatform;
let tenant: Tenant;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  // The processes inherit the variables of OpenTelemetry.
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url;
  process.env['OTEL_EXPORTER_OTLP_PROTOCOL'] = 'http/json';
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '100';
  platform = await connectToPlatform(await openDistributedPlatform({ splitRoles: true }));
  tenant = await platform.createTenant();
}, 240_000);
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
