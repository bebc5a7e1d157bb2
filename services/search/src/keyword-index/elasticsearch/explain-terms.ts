import type { TermPart } from '@loci/contracts';
import type { ItemReader } from './item-reader.ts';
import type { ScoringQueryBuilder } from './scoring-query.ts';
import { queryTermsByToken, tokenFrequencies } from './tenant-terms.ts';

/** Maximum number of occurrences that is returned, as in the embedded index. */
const MAX_FREQUENCY = 0xff;

/**
 * Returns the matched terms of items with their parts of the BM25 score, by item id. Elasticsearch returns the weights,
 * and the frequencies are counted in the stored contents.
 */
export async function explainTerms(
  { scoringQueries, reader }: { scoringQueries: ScoringQueryBuilder; reader: ItemReader },
  tenantId: string,
  query: string,
  ids: readonly string[],
): Promise<Map<string, TermPart[]>> {
  const terms = queryTermsByToken(tenantId, query);
  if (ids.length === 0 || terms.size === 0) return new Map();
  const { clauses, idfByToken } = await scoringQueries.buildNamed(tenantId, [...terms.keys()]);
  const [weights, items] = await Promise.all([
    reader.clauseScores(tenantId, clauses, ids),
    reader.fetch(tenantId, ids),
  ]);
  return new Map(
    Array.from(weights, ([id, ofTokens]) => {
      const frequencies = tokenFrequencies(tenantId, items.get(id)?.content ?? '');
      const parts = Array.from(terms).flatMap(([token, term]): TermPart[] => {
        const weight = ofTokens.get(token);
        if (weight === undefined) return [];
        const frequency = Math.min(MAX_FREQUENCY, frequencies.get(token) ?? 0);
        return [{ term, idf: idfByToken.get(token)!, frequency, weight }];
      });
      return [id, parts] as const;
    }),
  );
}
