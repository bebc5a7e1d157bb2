import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installGoProgram } from '@loci/test-engines/install';
import type { OtlpReceiver } from './otlp-receiver.ts';
import { collectExports } from './received-exports.ts';

const SOURCE = join(import.meta.dirname, 'otlp-receiver');
const CACHE = join(import.meta.dirname, '../../.runtime/test-programs');

export interface CollectorReceiver extends OtlpReceiver {
  /** Units of the semantic conventions, by the names of the metrics. */
  units: Record<string, string>;
}

/**
 * Starts a program that decodes exports with the packages of the OpenTelemetry Collector, and rejects malformed ones. It
 * receives the protocols `http/protobuf` and `http/json`. The program is built once for each version of its source.
 */
export async function startCollectorReceiver(): Promise<CollectorReceiver> {
  const child = spawn(await installGoProgram(CACHE, SOURCE), { stdio: ['pipe', 'pipe', 'inherit'] });
  const { exports, add } = collectExports();
  const lines = createInterface(child.stdout);
  const [first] = (await once(lines, 'line')) as [string];
  lines.on('line', (line) => add(JSON.parse(line)));
  return {
    ...exports,
    ...(JSON.parse(first) as Pick<CollectorReceiver, 'url' | 'units'>),
    close: async () => {
      child.stdin.end();
      await once(child, 'close');
    },
  };
}
