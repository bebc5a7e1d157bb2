/** A span as a collector receives it. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: string;
  traceId: string;
  spanId: string;
  /** Undefined for the root of a trace. */
  parentId: string | undefined;
  attributes: Record<string, string | number>;
  /** IDs of the linked traces. */
  linkedTraces: string[];
  durationMs: number;
  hasFailed: boolean;
}

/** A metric as a collector receives it. */
export interface ReceivedMetric {
  service: string;
  name: string;
  unit: string;
  points: ReceivedPoint[];
}

export interface ReceivedPoint {
  attributes: Record<string, string | number>;
  /** Value of a sum or a gauge, or the number of values of a histogram. */
  value: number;
}

/** What a receiver has received. */
export interface ReceivedExports {
  spans: ReceivedSpan[];
  /** Metrics of the latest export of each process. */
  metrics: Map<string, ReceivedMetric[]>;
  /** All received spans as JSON, with all their fields. */
  spanTexts: string[];
  /** Attributes of the processes that have sent spans. */
  resources: Record<string, string | number>[];
}

interface KeyValue {
  key: string;
  value: { stringValue?: string; intValue?: string | number; doubleValue?: number };
}

interface OtlpPoint {
  attributes?: KeyValue[];
  asInt?: string | number;
  asDouble?: number;
  count?: string | number;
}

interface OtlpBody {
  resourceSpans?: {
    resource: { attributes: KeyValue[] };
    scopeSpans: {
      spans: {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        attributes?: KeyValue[];
        links?: { traceId: string }[];
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        status?: { code?: number; message?: string };
      }[];
    }[];
  }[];
  resourceMetrics?: {
    resource: { attributes: KeyValue[] };
    scopeMetrics: {
      metrics: ({ name: string; unit: string } & Record<
        'sum' | 'gauge' | 'histogram',
        { dataPoints: OtlpPoint[] } | undefined
      >)[];
    }[];
  }[];
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const STATUS_ERROR = 2;
const NANOSECONDS_PER_MS = 1_000_000n;

/** Returns the content of no exports, and a function that adds an export in the format OTLP/JSON. */
export function collectExports(): { exports: ReceivedExports; add: (body: unknown) => void } {
  const exports: ReceivedExports = { spans: [], metrics: new Map(), spanTexts: [], resources: [] };
  return {
    exports,
    add: (value) => {
      const body = value as OtlpBody;
      for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
        exports.resources.push(toRecord(resource.attributes));
        exports.spanTexts.push(JSON.stringify(scopeSpans));
      }
      exports.spans.push(...readSpans(body));
      for (const [service, received] of Map.groupBy(readMetrics(body), (metric) => metric.service))
        exports.metrics.set(service, received);
    },
  };
}

function readSpans({ resourceSpans = [] }: OtlpBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap((scope) => scope.spans)
      .map((span) => ({
        service: serviceName(resource.attributes),
        name: span.name,
        kind: KINDS[span.kind]!,
        traceId: span.traceId,
        spanId: span.spanId,
        parentId: span.parentSpanId === '' ? undefined : span.parentSpanId,
        attributes: toRecord(span.attributes ?? []),
        linkedTraces: (span.links ?? []).map(({ traceId }) => traceId),
        durationMs: Number(
          (BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / NANOSECONDS_PER_MS,
        ),
        hasFailed: span.status?.code === STATUS_ERROR,
      })),
  );
}

function readMetrics({ resourceMetrics = [] }: OtlpBody): ReceivedMetric[] {
  return resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics
      .flatMap((scope) => scope.metrics)
      .map((metric) => ({
        service: serviceName(resource.attributes),
        name: metric.name,
        unit: metric.unit,
        points: (metric.sum ?? metric.gauge ?? metric.histogram)!.dataPoints.map((point) => ({
          attributes: toRecord(point.attributes ?? []),
          value: Number(point.asInt ?? point.asDouble ?? point.count),
        })),
      })),
  );
}

const serviceName = (attributes: readonly KeyValue[]): string => String(toRecord(attributes)['service.name']);

const toRecord = (attributes: readonly KeyValue[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );
