import { traceMethods } from '@loci/telemetry';
import type { ObserveOperation } from '@loci/telemetry';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';

/** Value of `db.system.name` for the indexes in the process. */
export const EMBEDDED_SYSTEM = 'loci';

const KEYWORD_METHODS = [
  'upsert',
  'remove',
  'search',
  'score',
  'fetch',
  'chunks',
  'results',
  'highlight',
  'explain',
  'idfs',
  'scoreSharedTerms',
  'secondHop',
] as const;

const VECTOR_METHODS = ['upsert', 'remove', 'search', 'nearest', 'score', 'vectors'] as const;

/** Returns a keyword index whose reads and writes have spans, and are passed to `observe`. */
export const traceKeywordIndex = <T extends KeywordIndex>(
  index: T,
  system: string,
  observe?: ObserveOperation,
): T => traceMethods<T>(index, KEYWORD_METHODS, describeCall('keyword-index', system), observe);

/** Returns a vector index whose reads and writes have spans, and are passed to `observe`. */
export const traceVectorIndex = <T extends VectorIndex>(
  index: T,
  system: string,
  observe?: ObserveOperation,
): T => traceMethods<T>(index, VECTOR_METHODS, describeCall('vector-index', system), observe);

const describeCall =
  (collection: string, system: string) => (method: string, parameters: readonly unknown[]) => {
    const batch = parameters.find((parameter) => Array.isArray(parameter)) as unknown[] | undefined;
    return {
      name: `${method} ${collection}`,
      kind: 'client' as const,
      attributes: {
        'db.system.name': system,
        'db.operation.name': method,
        'db.collection.name': collection,
        ...(batch && { 'db.operation.batch.size': batch.length }),
      },
    };
  };
