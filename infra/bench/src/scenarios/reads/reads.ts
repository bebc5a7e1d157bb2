import { runClosedLoop } from '../../load/closed-loop.ts';
import { measureCpu } from '../../platform/cpu-times.ts';
import { percentilesOf } from '../../report/figure.ts';
import type { Figure } from '../../report/figure.ts';
import { summarize } from '../../statistics/summary.ts';
import { LARGE, scaled, sizeLabel, waitForConsumers } from '../scenario.ts';
import type { Scenario, SpeedContext } from '../scenario.ts';
import { prepareReadData } from './prepare-read-data.ts';
import { READ_VARIANTS, readRequest } from './read-operations.ts';
import type { ReadData, ReadVariant } from './read-operations.ts';

const WARM_UP = 5;
const REQUESTS = 200;
const DURATION_MS = 600;

const REFLECT = 'POST /api/v2/analysis/reflect';
const LISTS = /^GET .*\/(memories|tags|relationships|stats|insights|documents|list)$/;
const MAX_LIST_MS = 3;
const MAX_REFLECT_MS = 20;

/** Measures every read operation with one caller on a tenant of `memories` memories. */
export function readsAt(memories: number): Scenario {
  const scenario = `reads-${sizeLabel(memories)}`;
  return {
    name: scenario,
    data: sizeLabel(memories),
    run: async (context) => {
      const data = await readDataOf(context, memories);
      const figures: Figure[] = [];
      for (const variant of READ_VARIANTS) {
        figures.push(await measureVariant(context, scenario, variant, data));
      }
      return figures;
    },
  };
}

/** Resources by corpus. All sizes and rounds use the same resources. */
const prepared = new WeakMap<object, Promise<ReadData>>();

async function readDataOf(context: SpeedContext, memories: number): Promise<ReadData> {
  const corpus = await context.corpus(LARGE);
  await corpus.growTo(scaled(context, memories));
  let data = prepared.get(corpus);
  if (data === undefined) {
    data = prepareReadData(corpus, context.texts, context.scale);
    prepared.set(corpus, data);
  }
  const result = await data;
  await waitForConsumers(context);
  return result;
}

async function measureVariant(
  context: SpeedContext,
  scenario: string,
  variant: ReadVariant,
  data: ReadData,
): Promise<Figure> {
  const { searches: client } = (await context.corpus(LARGE)).tenant;
  const send = async (index: number): Promise<void> => {
    const { method, path, body } = readRequest(variant, data, index);
    await client.send(method, path, body, 200);
  };
  const warmUp = scaled(context, WARM_UP);
  const { result, cpu } = await measureCpu(context.readCpu, async () => {
    const { failures, firstFailure } = await runClosedLoop({
      callers: 1,
      durationMs: Infinity,
      maxOperations: warmUp,
      clock: context.clock,
      operation: send,
    });
    const measured = await runClosedLoop({
      callers: 1,
      durationMs: DURATION_MS,
      maxOperations: scaled(context, REQUESTS),
      clock: context.clock,
      operation: (index) => send(warmUp + index),
    });
    return {
      ...measured,
      failures: failures + measured.failures,
      firstFailure: firstFailure ?? measured.firstFailure,
    };
  });
  const used = cpu(warmUp + result.latenciesMs.length);
  const atMost = targetMs(variant);
  return {
    scenario,
    name: `${variant.operation}${variant.variant === '' ? '' : `, ${variant.variant}`}`,
    unit: 'ms',
    ...percentilesOf(summarize(result.latenciesMs)),
    failures: result.failures,
    ...(used === undefined ? {} : { cpu: used }),
    ...(atMost === undefined ? {} : { targets: [{ of: 'p50', atMost }] }),
    ...(result.firstFailure === undefined ? {} : { note: result.firstFailure }),
  };
}

function targetMs({ operation }: ReadVariant): number | undefined {
  if (operation === REFLECT) return MAX_REFLECT_MS;
  return LISTS.test(operation) ? MAX_LIST_MS : undefined;
}
