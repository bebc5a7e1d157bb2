import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { LARGE, scaled, sizeLabel } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const WARM_UP = 20;
const STORES = 100;
/** Maximum difference of the medians in milliseconds. */
const MAX_ADDED_MS = 5;

/**
 * Measures what the check for similar memories adds to a creation, on one tenant of at least `memories` memories. One
 * caller creates memories without and with `check_similar` in turn.
 */
export function checkSimilarAt(memories: number): Scenario {
  const scenario = `check-similar-${sizeLabel(memories)}`;
  return {
    name: scenario,
    data: sizeLabel(memories),
    run: async (context) => {
      const { clock } = context;
      const corpus = await context.corpus(LARGE);
      await corpus.growTo(scaled(context, memories));
      const warmUp = scaled(context, WARM_UP);
      const count = warmUp + scaled(context, STORES);
      const plain = corpus.prepareStores(count);
      const checked = corpus.prepareStores(count, { checkSimilar: true });
      const latenciesMs = { plain: [] as number[], checked: [] as number[] };
      const note = `one caller, ${corpus.size()} memories before the round`;
      const measure = async (kind: 'plain' | 'checked', index: number): Promise<void> => {
        const startedAt = clock.now();
        await { plain, checked }[kind].store(index);
        if (index >= warmUp) latenciesMs[kind].push(clock.now() - startedAt);
      };
      const failures: string[] = [];
      for (let index = 0; index < count; index++) {
        await measure('plain', index);
        // A creation does not wait longer than 100 ms for the check.
        await measure('checked', index).catch((error: unknown) => failures.push(String(error)));
      }
      // Waits until all memories are indexed, so that indexing does not slow down the next round.
      await corpus.growTo(corpus.size());
      return figuresOf(scenario, latenciesMs, failures, note);
    },
  };
}

function figuresOf(
  scenario: string,
  latenciesMs: { plain: number[]; checked: number[] },
  failures: readonly string[],
  note: string,
): Figure[] {
  const [plain, checked] = [summarize(latenciesMs.plain), summarize(latenciesMs.checked)];
  const figure = { scenario, unit: 'ms' } as const;
  return [
    { ...figure, name: 'creation', ...percentilesOf(plain), note },
    {
      ...figure,
      name: 'creation with check_similar',
      ...percentilesOf(checked),
      failures: failures.length,
      note: failures[0] ?? note,
    },
    ...(checked === undefined
      ? []
      : [
          {
            ...figure,
            name: 'p50 above creation of creation with check_similar',
            count: checked.count,
            value: checked.p50 - plain!.p50,
            targets: [{ of: 'value' as const, atMost: MAX_ADDED_MS }],
          },
        ]),
  ];
}
