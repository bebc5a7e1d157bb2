import {
  DEFAULT_MIN_RELEVANCE,
  MEMORY_TYPES,
  SOURCE_TYPES,
  isProtectedType,
  normalizeTag,
} from '@loci/contracts';

const MAX_QUERY_LENGTH = 4_000;
/** Numbers of results that a user can choose. The first one is the default. */
export const RESULT_LIMITS = [20, 50, 100] as const;
/** Maximum `limit` of a search with explanations. */
export const MAX_EXPLAINED = 50;
/** Values of the importance filter. */
export const IMPORTANCES = ['0.3', '0.5', '0.7', '0.9'] as const;
export const KINDS = ['all', 'memories', 'documents'] as const;

/** Types that a search can find. */
export const SEARCHED_TYPES: readonly string[] = MEMORY_TYPES.filter((type) => !isProtectedType(type));
/** Sources of memories. Only documents have the source `document_upload`. */
export const MEMORY_SOURCES: readonly string[] = SOURCE_TYPES.filter(
  (source) => source !== 'document_upload',
);

/** Query and filters of a search, as they are in the URL. Null for a filter that is not set. */
export interface SearchParameters {
  q: string;
  kind: (typeof KINDS)[number];
  type: string | null;
  tag: string | null;
  /** First day, for example `2026-05-01`. */
  from: string | null;
  /** Last day. */
  to: string | null;
  source: string | null;
  importance: string | null;
  /** One of {@link RESULT_LIMITS}. */
  n: number;
}

/** Reads the search from the query of a request. Ignores unknown and malformed values, because users edit URLs. */
export function readSearchParameters(query: Readonly<Record<string, unknown>>): SearchParameters {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | null =>
    values.find((value) => value === text(name)) ?? null;
  const date = (name: string): string | null => (isDate(text(name)) ? text(name) : null);
  const [from, to] = [date('from'), date('to')];
  return {
    q: text('q').slice(0, MAX_QUERY_LENGTH),
    kind: oneOf('kind', KINDS) ?? 'all',
    type: oneOf('type', SEARCHED_TYPES),
    tag: normalizeTag(text('tag')),
    // The API rejects a period that ends before it starts.
    ...(from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }),
    source: oneOf('source', MEMORY_SOURCES),
    importance: oneOf('importance', IMPORTANCES),
    n: RESULT_LIMITS.find((limit) => String(limit) === text('n')) ?? RESULT_LIMITS[0],
  };
}

/** Returns the fields of a search that are not at their default, for a URL or a form. */
export function searchFields(parameters: SearchParameters): Record<string, string> {
  const fields: Record<string, string> = {};
  if (parameters.q !== '') fields['q'] = parameters.q;
  if (parameters.kind !== 'all') fields['kind'] = parameters.kind;
  for (const name of ['type', 'tag', 'from', 'to', 'source', 'importance'] as const) {
    const value = parameters[name];
    if (value !== null) fields[name] = value;
  }
  if (parameters.n !== RESULT_LIMITS[0]) fields['n'] = String(parameters.n);
  return fields;
}

/** Returns the path of the search page with a search, and other query parameters. */
export function searchUrl(parameters: SearchParameters, others: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...searchFields(parameters), ...others }).toString();
  return query === '' ? '/' : `/?${query}`;
}

/** Number of filters that are set. */
export const countFilters = ({ kind, type, tag, from, to, source, importance }: SearchParameters): number =>
  [kind === 'all' ? null : kind, type, tag, from, to, source, importance].filter((each) => each !== null)
    .length;

/** True if the filters exclude all results, because documents have no type, tag, importance or other source. */
export const excludesEverything = ({ kind, type, tag, source, importance }: SearchParameters): boolean =>
  kind === 'documents' && [type, tag, source, importance].some((each) => each !== null);

/** Returns the body of a hybrid search. @see docs/reference/search.md#hybrid-search */
export function toSearchRequest(parameters: SearchParameters): Record<string, unknown> {
  const { q, kind, type, tag, from, to, source, importance, n } = parameters;
  const sources = kind === 'documents' ? ['document_upload'] : kind === 'memories' ? MEMORY_SOURCES : null;
  return {
    query: q,
    limit: n,
    explain: n <= MAX_EXPLAINED,
    memory_types: type === null ? null : [type],
    tags: tag,
    start_date: from,
    end_date: to,
    source_types: source === null ? sources : [source],
    min_relevance: DEFAULT_MIN_RELEVANCE,
    min_importance: importance === null ? null : Number(importance),
  };
}

/** True for a day that exists. The parser of dates accepts February 31 as March 3. */
const isDate = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
