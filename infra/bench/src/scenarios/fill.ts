import { BULK_SIZE, FILL_CALLERS } from '../load/corpus.ts';
import { measureCpu } from '../platform/cpu-times.ts';
import { measureMemory } from '../platform/processes.ts';
import type { Figure } from '../report/figure.ts';
import { memoryFigures } from './memory-figures.ts';
import { LARGE, scaled, sizeLabel } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const MIN_INDEXED_PER_SECOND = 3_000;
const MAX_SEARCHABLE_MS = 2_000;
/** Time in which an idle platform returns the memory that the creations needed. */
const IDLE_MS = 5_000;

/** Measures bulk creation until one tenant has `memories` memories. Each round creates an equal part. */
export function fillTo(memories: number): Scenario {
  const scenario = `fill-${sizeLabel(memories)}`;
  return {
    name: scenario,
    data: sizeLabel(memories),
    run: async (context) => {
      const { round, rounds, platform } = context;
      const corpus = await context.corpus(LARGE);
      const missing = scaled(context, memories) - corpus.size();
      if (missing <= 0) return [];
      const target = corpus.size() + Math.ceil(missing / (rounds - round));
      const { result: growth, cpu } = await measureCpu(context.readCpu, () => corpus.growTo(target));
      const cpuPerMemory = cpu(growth.memories);
      const rate = (name: string, durationMs: number): Figure => ({
        scenario,
        name,
        unit: '1/s',
        count: growth.memories,
        value: (growth.memories * 1000) / durationMs,
        callers: FILL_CALLERS,
      });
      const readMemory = () => platform && measureMemory(platform.pid(), platform.dataDir);
      const isFull = round === rounds - 1;
      const memory = isFull ? await readMemory() : undefined;
      if (isFull && platform) await context.clock.wait(IDLE_MS);
      const idleMemory = isFull ? await readMemory() : undefined;
      return [
        {
          ...rate('memories created in bulk', growth.createMs),
          note: `${FILL_CALLERS} callers, ${BULK_SIZE} memories per request`,
        },
        {
          ...rate('memories created and searchable', growth.totalMs),
          ...(cpuPerMemory === undefined ? {} : { cpu: cpuPerMemory }),
          targets: [{ of: 'value', atLeast: MIN_INDEXED_PER_SECOND }],
        },
        {
          scenario,
          name: 'from the last response until all memories are searchable',
          unit: 'ms',
          count: 1,
          value: growth.searchableMs,
          targets: [{ of: 'value', atMost: MAX_SEARCHABLE_MS }],
        },
        ...memoryFigures(scenario, 'right after creating all memories', memory, scaled(context, memories)),
        ...memoryFigures(scenario, `${IDLE_MS / 1_000} s later`, idleMemory, scaled(context, memories)),
      ];
    },
  };
}
