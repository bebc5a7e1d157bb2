import { CandidateColumns } from '@loci/contracts';
import type { Candidates, CandidatesRequest } from '@loci/contracts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import { includesSuperseded, inArchive } from '../query/archive-filter.ts';
import type { CandidateRetriever } from './candidate-retriever.ts';
import { rankCandidates } from './rank-candidates.ts';
import { readTermScorer } from './rescore-terms.ts';
import type { TermScorer } from './rescore-terms.ts';

interface Retrievable {
  candidateRetriever: CandidateRetriever;
  keywordIndex: Pick<KeywordIndex, 'explain' | 'idfs'>;
}

export interface ArchiveRetrieverDeps extends Retrievable {
  /** Indexes of superseded versions. */
  archive: Retrievable;
}

/**
 * Creates a candidate retriever that also finds superseded versions if the filter includes them. Other requests do not
 * use the archive.
 *
 * Both collections are searched separately. The keyword scores of superseded versions are computed with the document
 * frequencies of the current items, because scores of different collections cannot be compared. Then all candidates are
 * ranked together. Superseded versions have no conversation neighbors, and shared terms do not change the scores.
 *
 * If the archive is unavailable, the requested retrievers count as failed, and the candidates are current items.
 */
export const createArchiveCandidateRetriever = (deps: ArchiveRetrieverDeps): CandidateRetriever => ({
  retrieve: async (request, signal) => {
    const { candidateRetriever, archive } = deps;
    if (!includesSuperseded(request.filter)) return candidateRetriever.retrieve(request, signal);
    const [current, superseded] = await Promise.all([
      // The parts contain the pairs of conversation neighbors, which ranking needs again.
      candidateRetriever.retrieve({ ...request, explain: true, shared_terms: false }, signal),
      orNullIfUnavailable(
        archive.candidateRetriever.retrieve(
          {
            ...request,
            filter: inArchive(request.filter),
            conversation_neighbors: false,
            explain: false,
            shared_terms: false,
          },
          signal,
        ),
      ),
    ]);
    signal.throwIfAborted();
    const keywordScores = superseded && (await rescore(deps, request, superseded.columns));
    return merge(request, current, superseded, keywordScores);
  },
});

/** Returns the keyword scores of superseded versions with the document frequencies of the current items. */
async function rescore(
  { keywordIndex, archive }: ArchiveRetrieverDeps,
  { tenant_id: tenantId, query, keyword }: CandidatesRequest,
  columns: CandidateColumns,
): Promise<Float64Array> {
  const scores = columns.data.keyword_score;
  const ids = listIds(columns).filter((_, position) => !Number.isNaN(scores[position]));
  if (!keyword || ids.length === 0) return scores;
  const [terms, scorer] = await Promise.all([
    orNullIfUnavailable(archive.keywordIndex.explain(tenantId, { query, ids })),
    orNullIfUnavailable<TermScorer>(readTermScorer(keywordIndex, tenantId, query)),
  ]);
  if (!terms || !scorer) return scores;
  return Float64Array.from(scores, (score, position) => {
    const parts = terms.get(columns.id(position));
    return parts ? scorer(parts).reduce((sum, { weight }) => sum + weight, 0) : score;
  });
}

function merge(
  request: CandidatesRequest,
  current: Candidates,
  superseded: Candidates | null,
  keywordScores: Float64Array | null,
): Candidates {
  const currentIds = listIds(current.columns);
  const known = new Set(currentIds);
  const archived = superseded ? listIds(superseded.columns) : [];
  // A version that is being superseded can be in both collections. It is then still current.
  const added = archived.flatMap((id, position) => (known.has(id) ? [] : [position]));
  const ids = [...currentIds, ...added.map((position) => archived[position]!)];
  const column = (
    name: 'keyword_score' | 'vector_score' | 'importance' | 'created_at_ms' | 'words' | 'traits',
  ): Float64Array => {
    const ofArchive = name === 'keyword_score' ? keywordScores : superseded?.columns.data[name];
    return Float64Array.from([
      ...current.columns.data[name],
      ...added.map((position) => ofArchive![position]!),
    ]);
  };
  const pairs = current.rank_score_parts;
  const { columns, parts } = rankCandidates({
    keyword: column('keyword_score'),
    vector: column('vector_score'),
    knownShare: (current.vector ?? superseded?.vector)?.known_share,
    importance: column('importance'),
    createdAtMs: column('created_at_ms'),
    words: column('words'),
    traits: column('traits'),
    neighbors: {
      own: pairs?.pairs.map(([own]) => own) ?? [],
      neighbor: pairs?.pairs.map(([, neighbor]) => neighbor) ?? [],
      distance: pairs?.distances ?? [],
    },
    isIdLess: (a, b) => ids[a]! < ids[b]!,
    packIds: (positions) => Array.from(positions, (position) => ids[position]!).join(''),
    explain: request.explain,
  });
  const { rank_score_parts: _parts, ...rest } = current;
  return {
    ...rest,
    columns: CandidateColumns.unpack(columns),
    ...(parts && { rank_score_parts: parts }),
    keyword: mergeStatistics(current.keyword, superseded?.keyword),
    vector: mergeStatistics(current.vector, superseded?.vector),
    failed: [...new Set([...current.failed, ...(superseded?.failed ?? listRequested(request))])],
  };
}

const listIds = (columns: CandidateColumns): string[] =>
  Array.from({ length: columns.length }, (_, position) => columns.id(position));

function mergeStatistics<Statistics extends NonNullable<Candidates['keyword']>>(
  current: Statistics | null,
  superseded: Statistics | null | undefined,
): Statistics | null {
  if (!current || !superseded) return current;
  return {
    ...current,
    time_ms: Math.max(current.time_ms, superseded.time_ms),
    count: current.count + superseded.count,
  };
}

const listRequested = ({ keyword, vector }: CandidatesRequest): Candidates['failed'] => [
  ...(keyword ? (['keyword'] as const) : []),
  ...(vector ? (['vector'] as const) : []),
];
