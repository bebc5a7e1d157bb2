/** The part of the process logger that the exporters use. */
export interface TelemetryLog {
  warn(fields: object, message: string): void;
}

interface ExportResult {
  code: number;
  error?: Error;
}

interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void;
}

const REPORT_INTERVAL_MS = 60_000;
const SUCCESS = 0;

/** Logs failed exports, at most one per minute. A failed export loses its batch and has no other effect. */
export function reportFailures<Batch, E extends Exporter<Batch>>(
  exporter: E & Exporter<Batch>,
  message: string,
  log: TelemetryLog,
): E {
  let lastReport = -Infinity;
  const send = exporter.export.bind(exporter);
  exporter.export = (batch, done) =>
    send(batch, (result) => {
      const now = performance.now();
      if (result.code !== SUCCESS && now - lastReport >= REPORT_INTERVAL_MS) {
        lastReport = now;
        log.warn({ err: result.error }, message);
      }
      done(result);
    });
  return exporter;
}
