import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startInMemoryTracing } from '../test/in-memory-tracing.fixture.ts';
import type { InMemoryTracing } from '../test/in-memory-tracing.fixture.ts';
import type { TelemetryConfig } from './telemetry-config.ts';
import { activeTraceContext, activeTraceparent } from './tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE}-${SPAN}-01`;
const NOT_SAMPLED = `00-${TRACE}-${SPAN}-00`;

let running: InMemoryTracing | undefined;
afterEach(async () => running?.stop());

const start = (config?: TelemetryConfig): InMemoryTracing => (running = startInMemoryTracing(config));

/** Ends a span of a request with the given parent, and returns whether it was recorded. */
function isRecorded(config: TelemetryConfig, traceparent: string, isTrusted: boolean): boolean {
  const { tracing, spans } = start(config);
  tracing.startSpan({ name: 'GET', kind: 'server', parent: { traceparent, isTrusted } }).end();
  return spans().length === 1;
}

describe('the trace of a client', () => {
  test('is continued', () => {
    const { tracing, spans } = start();
    tracing
      .startSpan({ name: 'GET', kind: 'server', parent: { traceparent: SAMPLED, isTrusted: false } })
      .end();
    expect(spans()).toMatchObject([{ traceId: TRACE, parentId: SPAN }]);
  });

  test('is not recorded if the sampler drops all traces, although the client requests it', () => {
    expect(isRecorded({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, SAMPLED, false)).toBe(false);
  });

  test('is recorded if the sampler records all traces, although the client does not request it', () => {
    expect(isRecorded({ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, NOT_SAMPLED, false)).toBe(true);
  });

  test('is recorded for the configured share of requests, whatever trace ID the client chooses', () => {
    const { tracing, spans } = start({
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: 0.5,
    });
    const traceparent = `00-${'0'.repeat(31)}1-${SPAN}-01`;
    for (let request = 0; request < 400; request += 1) {
      tracing.startSpan({ name: 'GET', kind: 'server', parent: { traceparent, isTrusted: false } }).end();
    }
    // Outside of the bounds with a probability below 10^-9.
    expect(spans().length).toBeGreaterThan(135);
    expect(spans().length).toBeLessThan(265);
  });
});

describe('the trace of another process of the platform', () => {
  test('is recorded if the other process records it', () => {
    expect(isRecorded({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, SAMPLED, true)).toBe(true);
  });

  test('is not recorded if the other process does not record it', () => {
    expect(isRecorded({ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, NOT_SAMPLED, true)).toBe(false);
  });
});

describe('a span', () => {
  test('has the active span as its parent, also after an asynchronous step', async () => {
    const { tracing, spans } = start();
    await tracing.inSpan({ name: 'outer', kind: 'server' }, async () => {
      await Promise.resolve();
      await tracing.inChildSpan({ name: 'inner', kind: 'internal' }, () => Promise.resolve());
    });
    const [inner, outer] = spans();
    expect(inner).toMatchObject({ name: 'inner', parentId: outer!.spanId, traceId: outer!.traceId });
    expect(outer!.parentId).toBeUndefined();
  });

  test('records the code of an error and not its message', async () => {
    const { tracing, spans } = start();
    const error = Object.assign(new Error('duplicate key (content)=(my secret)'), { code: '23505' });
    const work = tracing.inSpan({ name: 'insert', kind: 'client' }, () => Promise.reject(error));
    await expect(work).rejects.toBe(error);
    expect(spans()).toMatchObject([{ attributes: { 'error.type': '23505' }, hasFailed: true }]);
    expect(JSON.stringify(spans())).not.toContain('secret');
  });

  test('records the class of an error without a code', async () => {
    const { tracing, spans } = start();
    const work = tracing.inSpan({ name: 'parse', kind: 'internal' }, () =>
      Promise.reject(new TypeError('my secret')),
    );
    await expect(work).rejects.toThrow(TypeError);
    expect(spans()).toMatchObject([{ attributes: { 'error.type': 'TypeError' } }]);
  });

  test('is not started for background work', async () => {
    const { tracing, spans } = start();
    expect(
      await tracing.inChildSpan({ name: 'poll', kind: 'client' }, (span) => Promise.resolve(span)),
    ).toBeNull();
    expect(spans()).toEqual([]);
  });

  test('that the sampler dropped is propagated as not sampled', async () => {
    const { tracing } = start({ OTEL_TRACES_SAMPLER: 'always_off' });
    await tracing.inSpan({ name: 'GET', kind: 'server' }, async () => {
      expect(activeTraceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
      expect(activeTraceContext()?.isSampled).toBe(false);
    });
  });
});

describe('startTelemetry', () => {
  /** Runs `startTelemetry` in a new process. Returns whether tracing is on, and the loaded modules of OpenTelemetry. */
  function startIn(config: TelemetryConfig): { isOn: boolean; modules: string[] } {
    const program = `
      import { createRequire } from 'node:module';
      import { getTracing, startTelemetry } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      const telemetry = await startTelemetry(${JSON.stringify(config)}, { serviceName: 'test', log: { warn: () => undefined }, collect: async () => [] });
      const isOn = getTracing() !== null;
      await telemetry.stop();
      const modules = Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('opentelemetry'));
      console.log(JSON.stringify({ isOn, modules }));
      process.exit();`;
    const output = execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
      { encoding: 'utf8', cwd: import.meta.dirname },
    );
    return JSON.parse(output) as { isOn: boolean; modules: string[] };
  }

  test('loads no module of OpenTelemetry without an endpoint', () => {
    expect(startIn({})).toEqual({ isOn: false, modules: [] });
  });

  test('turns tracing on with an endpoint', () => {
    const { isOn, modules } = startIn({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect(isOn).toBe(true);
    expect(modules).not.toEqual([]);
  });

  test.each<[string, TelemetryConfig]>([
    ['OTEL_SDK_DISABLED=true', { OTEL_SDK_DISABLED: true }],
    ['OTEL_TRACES_EXPORTER=none', { OTEL_TRACES_EXPORTER: 'none' }],
  ])('leaves tracing off with %s', (_description, config) => {
    expect(startIn({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }).isOn).toBe(false);
  });
});
