import type { KeyedMutex } from '@loci/async';
import type { DocumentClient, DocumentSummary } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { ReadModelRepository } from '../read-model/read-model.repository.ts';
import { NO_DOCUMENTS, findWindowDocuments } from './find-window-documents.ts';
import { reflectOnMemories } from './reflect-on-memories.ts';
import type { ReflectionInput, Reflection } from './reflect-on-memories.ts';
import { requireWeightsSumToOne } from './reflect-score.ts';
import { resolveWindow } from './time-window.ts';
import type { TimeWindow, WindowRequest } from './time-window.ts';

export interface ReflectDeps {
  inTransaction: InTransaction;
  readModel: Pick<ReadModelRepository, 'findWindow' | 'findBaseline' | 'countRelationships'>;
  document: Pick<DocumentClient, 'documents' | 'chunkContents'>;
  now(): Date;
  /** Mutex that all reflections of this process share. */
  mutex: KeyedMutex;
}

export type ReflectRequest = WindowRequest &
  Pick<
    ReflectionInput,
    'weights' | 'maxMemories' | 'includePatterns' | 'includeRelationships' | 'includeClusters'
  > & { includeDocuments: boolean };

export interface WindowReflection extends Reflection {
  timeWindow: TimeWindow;
  /** Documents of the time window, newest first. Null if the request does not include documents. */
  documents: DocumentSummary[] | null;
}

/** Maximum number of memories of a time window that are analyzed. */
export const MAX_ANALYZED_MEMORIES = 1_000;
/**
 * Minimum and maximum number of memories in the baseline. Between these limits, the baseline has as many
 * memories as the window.
 */
const MIN_BASELINE_MEMORIES = 200;
const MAX_BASELINE_MEMORIES = 500;

/**
 * Reflects on the memories of a tenant in a time window. Analyzes at most the newest
 * {@link MAX_ANALYZED_MEMORIES} memories of the window.
 *
 * @throws VAL_VALIDATION_FAILED if the weights do not sum to 1.0; SYS_SERVICE_UNAVAILABLE if the request
 *   includes documents and the document service is unavailable
 * @see docs/reference/analysis.md#reflect
 */
export async function reflect(
  { inTransaction, readModel, document, now, mutex }: ReflectDeps,
  caller: Caller,
  request: ReflectRequest,
  signal: AbortSignal,
): Promise<WindowReflection> {
  requireWeightsSumToOne(request.weights);
  const present = now();
  const bounds = resolveWindow(request, present);
  const { tenantId } = caller;
  const readingDocuments = request.includeDocuments
    ? findWindowDocuments(document, tenantId, bounds, { signal, requestId: caller.requestId })
    : Promise.resolve(NO_DOCUMENTS);
  const readingMemories = inTransaction(tenantId, async (tx) => {
    const limit = bounds.newest ?? MAX_ANALYZED_MEMORIES;
    const memories = await readModel.findWindow(tx, tenantId, bounds, limit);
    const oldest = memories[0];
    if (oldest === undefined) return { memories: [], baseline: [], relationshipCounts: new Map() };
    const ids = memories.map((memory) => memory.id);
    const baselineSize = Math.min(MAX_BASELINE_MEMORIES, Math.max(MIN_BASELINE_MEMORIES, memories.length));
    const [baseline, relationships] = await Promise.all([
      readModel.findBaseline(tx, tenantId, oldest, baselineSize),
      readModel.countRelationships(tx, tenantId, ids),
    ]);
    return {
      memories: memories.map((memory) => ({
        ...memory,
        relationshipCount: relationships.byMemory.get(memory.id) ?? 0,
      })),
      baseline,
      relationshipCounts: relationships.byType,
    };
  });
  const [{ documents, chunks }, input] = await Promise.all([readingDocuments, readingMemories]);
  // Concurrent computations would each hold the vocabulary of 1,000 memories, and none would end earlier.
  const reflection = await mutex.runExclusive('reflection', async () => {
    signal.throwIfAborted();
    return reflectOnMemories({ ...request, ...input, chunks }, present);
  });
  return {
    timeWindow: request.timeWindow,
    documents: request.includeDocuments ? documents : null,
    ...reflection,
  };
}
