import type { ReceivedSpan } from './received-exports.ts';

/** Returns the ancestors of a span, the nearest first. */
export function ancestorsOf(spans: readonly ReceivedSpan[], span: ReceivedSpan): ReceivedSpan[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentId);
  return parent ? [parent, ...ancestorsOf(spans, parent)] : [];
}

/** Returns the trace as lines of indented names, for the message of a failed test. */
export function formatTrace(spans: readonly ReceivedSpan[], parentId?: string, depth = 0): string {
  return spans
    .filter((span) => span.parentId === parentId)
    .map((span) => {
      const line = `${'  '.repeat(depth)}${span.name} [${span.service} ${span.kind}] ${span.durationMs} ms\n`;
      return line + formatTrace(spans, span.spanId, depth + 1);
    })
    .join('');
}
