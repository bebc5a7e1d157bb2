import { searchBody } from '../load/store-bodies.ts';
import { measureMemory } from '../platform/processes.ts';
import type { ProcessMemory } from '../platform/processes.ts';
import type { Figure } from '../report/figure.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const MEMORIES = 100_000;
const MAX_MEMORY_MB = 500;
const SEARCHES_BEFORE_MEMORY = 50;

/** Measures resident memory and restart time with 100,000 memories of one tenant. */
export const restart: Scenario = {
  name: 'restart',
  run: async (context) => {
    const { platform, clock } = context;
    if (platform === undefined) return [];
    const corpus = await context.corpus();
    await corpus.growTo(scaled(context, MEMORIES));
    const search = (index: number) =>
      corpus.tenant.searches.send('POST', '/api/v2/search/hybrid', searchBody(context.texts, index), 200);
    for (let index = 0; index < SEARCHES_BEFORE_MEMORY; index++) await search(index);

    const before = await measureMemory(platform.pid(), platform.dataDir);
    const stopMs = await platform.stop();
    const readyMs = await platform.start();
    const searchedFrom = clock.now();
    await search(0);
    const firstSearchMs = clock.now() - searchedFrom;
    for (let index = 1; index < SEARCHES_BEFORE_MEMORY; index++) await search(index);
    const after = await measureMemory(platform.pid(), platform.dataDir);

    const size = `${corpus.size()} memories`;
    const single = (name: string, value: number, atMost?: number): Figure => ({
      scenario: 'restart',
      name,
      unit: 'ms',
      count: 1,
      value,
      note: size,
      ...(atMost === undefined ? {} : { targets: [{ of: 'value', atMost }] }),
    });
    return [
      ...memoryFigures('after storing and searching', before),
      single('from SIGTERM until the process exits', stopMs, 10_000),
      single('from the start until ready', readyMs, 3_000),
      single('first search after the restart', firstSearchMs),
      ...memoryFigures('after the restart and searching', after),
    ];
  },
};

function memoryFigures(when: string, memory: ProcessMemory): Figure[] {
  const figure = (name: string, bytes: number): Figure => ({
    scenario: 'restart',
    name: `${name} ${when}`,
    unit: 'MB',
    count: memory.processes,
    value: bytes / 1e6,
    targets: [{ of: 'value', atMost: MAX_MEMORY_MB }],
    note: `over ${memory.processes} processes`,
  });
  return [
    ...(memory.pssBytes === undefined ? [] : [figure('PSS', memory.pssBytes)]),
    figure('RSS', memory.rssBytes),
  ];
}
