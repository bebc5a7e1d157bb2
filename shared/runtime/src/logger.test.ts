import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';

const url = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** Logs a line in a new process, whose standard output the logger writes to. Returns the fields of the line. */
function logIn(run: string): Record<string, unknown> {
  const program = `
    import { createLogger } from ${url('./logger.ts')};
    import { startInMemoryTracing } from ${url('../../telemetry/test/in-memory-tracing.fixture.ts')};
    const log = createLogger({ service: 'test', level: 'info' });
    ${run}`;
  const output = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  return JSON.parse(output) as Record<string, unknown>;
}

describe('createLogger', () => {
  test('adds the IDs of the active span', () => {
    const fields = logIn(`
      const { tracing } = startInMemoryTracing();
      const span = tracing.startSpan({ name: 'GET', kind: 'server' });
      span.run(() => log.info({ expected: span.context }, 'Message'));`);
    const { traceId, spanId } = fields['expected'] as { traceId: string; spanId: string };
    expect(fields).toMatchObject({ msg: 'Message', trace_id: traceId, span_id: spanId });
  });

  test('adds no IDs without an active span', () => {
    const fields = logIn(`startInMemoryTracing(); log.info('Message');`);
    expect(Object.keys(fields)).toEqual(['level', 'time', 'service', 'msg']);
  });
});
