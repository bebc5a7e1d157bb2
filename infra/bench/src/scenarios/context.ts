import { prepareSearches } from '../load/corpus.ts';
import type { Corpus } from '../load/corpus.ts';
import type { Figure } from '../report/figure.ts';
import { measureCallers } from './measure-callers.ts';
import { LARGE, scaled, sizeLabel } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const WARM_UP = 50;
const REQUESTS = 300;
const PINS = 20;
const CONTRADICTIONS = 5;
const TRAITS = 3;
const TARGETS_MS: Readonly<Record<number, number>> = { 100_000: 10 };

/**
 * Measures the context for a prompt on one tenant of `memories` memories, with pinned memories, contradictions of them and
 * custom instructions, so that every section has entries.
 */
export function contextAt(memories: number): Scenario {
  const scenario = `context-${sizeLabel(memories)}`;
  const prepared = new WeakSet<Corpus>();
  return {
    name: scenario,
    data: sizeLabel(memories),
    run: async (context) => {
      const corpus = await context.corpus(LARGE);
      await corpus.growTo(scaled(context, memories));
      if (!prepared.has(corpus)) {
        await prepareSections(corpus);
        prepared.add(corpus);
      }
      const warmUp = scaled(context, WARM_UP);
      const requests = scaled(context, REQUESTS);
      const measure = async (name: string, bodies: readonly string[]): Promise<Figure[]> => {
        const send = (body: string) => corpus.tenant.searches.send('POST', '/api/v2/context', body, 200);
        for (let index = 0; index < warmUp; index++) await send(bodies[index]!);
        return measureCallers(context, {
          scenario,
          name,
          callers: 1,
          durationMs: Infinity,
          maxOperations: requests,
          p50AtMostMs: TARGETS_MS[memories],
          operation: (index) => send(bodies[warmUp + (index % requests)]!),
          note: `${corpus.size()} memories, ${PINS} pins, ${CONTRADICTIONS} contradictions, ${TRAITS} instructions`,
        });
      };
      const count = warmUp + requests;
      return [
        ...(await measure('with a query', prepareSearches(context.texts, count))),
        ...(await measure('without a query', Array<string>(count).fill('{}'))),
      ];
    },
  };
}

/** Creates the entries of the sections. @throws Error if a request fails */
async function prepareSections({ tenant, ids }: Corpus): Promise<void> {
  const { stores: client } = tenant;
  // The scenario `reads` changes the first memories.
  const pinned = ids().slice(-PINS);
  const other = ids().slice(0, -PINS).reverse();
  for (const id of pinned) {
    await client.send('PUT', `/api/v2/memories/${id}`, JSON.stringify({ pinned: true }), 200);
  }
  for (let index = 0; index < CONTRADICTIONS; index++) {
    const contradiction = {
      source_memory_id: pinned[index],
      target_memory_id: other[index],
      contradiction_type: 'partial',
    };
    await client.send('POST', '/api/v2/memories/contradictions', JSON.stringify(contradiction), 201);
  }
  for (let index = 0; index < TRAITS; index++) {
    const content = `Answer in at most ${index + 1} sentences.`;
    await client.send('POST', '/api/v2/personality/traits', JSON.stringify({ content }), 201);
  }
}
