import type { TermPart } from '@loci/contracts';
import type { KeywordIndex, SecondHopQuery } from './keyword-index.ts';
import { isSecondHop, namesText, planSecondHop, planSecondSearch, SECOND_HOP_HITS } from './second-hop.ts';

/**
 * Implements `secondHop` of a keyword index with its other methods.
 *
 * @param rareTerms returns the terms of a text that connect the items which contain them
 */
export async function composeSecondHop(
  index: Pick<KeywordIndex, 'fetch' | 'search' | 'explain'>,
  rareTerms: (tenantId: string, text: string) => Promise<ReadonlySet<string>>,
  tenantId: string,
  { query, bestId, filter }: SecondHopQuery,
): Promise<string[]> {
  const [[best], matched] = await Promise.all([
    index.fetch(tenantId, { ids: [bestId], filter }),
    index.explain(tenantId, { query, ids: [bestId] }),
  ]);
  const plan = best && planSecondHop(query, best.content, termsOf(matched.get(best.id)));
  if (!plan) return [];
  const second = planSecondSearch(plan, await rareTerms(tenantId, namesText(plan)));
  if (!second) return [];
  const hits = await index.search(tenantId, { query: second.query, filter, limit: SECOND_HOP_HITS });
  const ids = hits.map(({ id }) => id).filter((id) => id !== best.id);
  const terms = await index.explain(tenantId, { query: second.query, ids });
  return ids.filter((id) => isSecondHop(second, termsOf(terms.get(id))));
}

const termsOf = (parts: readonly TermPart[] = []): Set<string> => new Set(parts.map(({ term }) => term));
