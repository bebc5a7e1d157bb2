import type { TermPart } from '@loci/contracts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';

/** Converts the terms of an item of the archive to the document frequencies of the current items. */
export type TermScorer = (terms: readonly TermPart[]) => TermPart[];

/**
 * Reads the document frequencies of the terms of a query among the current items.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the keyword index is unavailable
 */
export async function readTermScorer(
  keywordIndex: Pick<KeywordIndex, 'idfs'>,
  tenantId: string,
  query: string,
): Promise<TermScorer> {
  const idfs = await keywordIndex.idfs(tenantId, query);
  return (terms) =>
    terms.map((part) => {
      const idf = idfs.get(part.term) ?? part.idf;
      return { ...part, idf, weight: (part.weight / part.idf) * idf };
    });
}
