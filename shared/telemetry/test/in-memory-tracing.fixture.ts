import { SpanKind } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { createTraces } from '../src/sdk.ts';
import type { TelemetryConfig } from '../src/telemetry-config.ts';
import { setTracing } from '../src/tracing.ts';
import type { Tracing } from '../src/tracing.ts';

/** An ended span. */
export interface RecordedSpan {
  name: string;
  kind: string;
  traceId: string;
  spanId: string;
  /** Undefined for the root of a trace. */
  parentId: string | undefined;
  attributes: Record<string, unknown>;
  /** IDs of the linked traces. */
  links: string[];
  hasFailed: boolean;
}

export interface InMemoryTracing {
  tracing: Tracing;
  /** Returns the ended spans, in the order of their ends. */
  spans(): RecordedSpan[];
  /** Turns tracing off. */
  stop(): Promise<void>;
}

/** Turns tracing on for this process, and keeps the spans in memory. */
export function startInMemoryTracing(config: TelemetryConfig = {}): InMemoryTracing {
  const exporter = new InMemorySpanExporter();
  const { tracing, shutdown } = createTraces(config, new SimpleSpanProcessor({ exporter }), {
    serviceName: 'test',
  });
  setTracing(tracing);
  return {
    tracing,
    spans: () =>
      exporter.getFinishedSpans().map((span) => ({
        name: span.name,
        kind: SpanKind[span.kind].toLowerCase(),
        traceId: span.spanContext().traceId,
        spanId: span.spanContext().spanId,
        parentId: span.parentSpanContext?.spanId,
        attributes: { ...span.attributes },
        links: span.links.map(({ context }) => context.traceId),
        hasFailed: span.status.code === 2,
      })),
    stop: async () => {
      setTracing(null);
      await shutdown();
    },
  };
}
