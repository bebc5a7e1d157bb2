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
  readModel: Pick<ReadModelRepository, 'findWindow' | 'findEarlier' | 'countRelationships'>;
  document: Pick<DocumentClient, 'documents' | 'chunkContents'>;
  now(): Date;
}

export type ReflectRequest = WindowRequest &
  Pick<
    ReflectionInput,
    'weights' | 'maxMemories' | 'includePatterns' | 'includeRelationships' | 'includeClusters'
  > & { includeDocuments: boolean };

export interface WindowReflection extends Reflection {
  timeWindow: TimeWindow;
  /** Of the window, newest first; null when they were not asked for. */
  documents: DocumentSummary[] | null;
}

export const MAX_ANALYZED_MEMORIES = 1_000;
/** To compare the window with: as many as it has itself, within these bounds. */
const MIN_BASELINE_MEMORIES = 200;
const MAX_BASELINE_MEMORIES = 500;

/**
 * What stands out in a window of the caller's tenant's memories; of a window with more, the newest
 * {@link MAX_ANALYZED_MEMORIES}.
 *
 * @throws VAL_VALIDATION_FAILED when the weights do not sum to 1.0; SYS_SERVICE_UNAVAILABLE when documents are wanted
 *   and their service does not answer
 * @see SPEC.md "Analysis" 1
 */
export async function reflect(
  { inTransaction, readModel, document, now }: ReflectDeps,
  caller: Caller,
  request: ReflectRequest,
  signal: AbortSignal,
): Promise<WindowReflection> {
  requireWeightsSumToOne(request.weights);
  const present = now();
  const bounds = resolveWindow(request, present);
  const { tenantId } = caller;
  const reading = request.includeDocuments
    ? findWindowDocuments(document, tenantId, bounds, { signal, requestId: caller.requestId })
    : Promise.resolve(NO_DOCUMENTS);
  const remembering = inTransaction(tenantId, async (tx) => {
    const limit = bounds.newest ?? MAX_ANALYZED_MEMORIES;
    const memories = await readModel.findWindow(tx, tenantId, bounds, limit);
    const oldest = memories[0];
    if (oldest === undefined) return { memories: [], earlier: [], relationshipCounts: new Map() };
    const ids = memories.map((memory) => memory.id);
    const wanted = Math.min(MAX_BASELINE_MEMORIES, Math.max(MIN_BASELINE_MEMORIES, memories.length));
    const [earlier, relationships] = await Promise.all([
      readModel.findBaseline(tx, tenantId, oldest, wanted),
      readModel.countRelationships(tx, tenantId, ids),
    ]);
    return {
      memories: memories.map((memory) => ({
        ...memory,
        relationshipCount: relationships.byMemory.get(memory.id) ?? 0,
      })),
      earlier,
      relationshipCounts: relationships.byType,
    };
  });
  const [{ documents, chunks }, input] = await Promise.all([reading, remembering]);
  return {
    timeWindow: request.timeWindow,
    documents: request.includeDocuments ? documents : null,
    ...reflectOnMemories({ ...request, ...input, chunks }, present),
  };
}
