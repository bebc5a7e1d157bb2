import type { ResultItem } from '@loci/contracts';
import { loadPastResults } from '@loci/service-hosting';
import { toPastSearch } from '../to-past-search.ts';
import type { SearchContext } from '../search-context.ts';
import { chooseEvent } from './choose-event.ts';
import type { EventMatch } from './choose-event.ts';
import { eventPeriod } from './event-period.ts';
import type { DateRange } from './parse-dates.ts';
import { parseEvents } from './parse-events.ts';

/** Maximum number of memories that are compared. If more of them contain the words, the event is ambiguous anyway. */
const MAX_MATCHES = 20;
/** Time limit of all searches for events in milliseconds. A search without the dates is more useful than a late one. */
const TIMEOUT_MS = 1_000;

/**
 * Finds the events to which the query relates a time, such as "before the move", in the memories of the tenant, and returns
 * their periods. The memories are those that the search could return: its filter, with its validity and its time, applies.
 *
 * @returns the periods of the events that a memory dates. Never rejects: without a response in time, an event has no period.
 * @see docs/reference/search.md#events-in-queries
 */
export async function findEventDates(context: SearchContext): Promise<DateRange[]> {
  const { request, dates, searchOptions } = context;
  if (request.dateWeight === 0) return [];
  const expressions = parseEvents(
    request.query,
    dates.map(({ text }) => text),
  );
  const deadlineMs = performance.now() + TIMEOUT_MS;
  const limited: SearchContext = {
    ...context,
    searchOptions: () => {
      const options = searchOptions();
      const remainingMs = Math.max(1, Math.ceil(deadlineMs - performance.now()));
      return { ...options, timeoutMs: Math.min(remainingMs, options.timeoutMs ?? remainingMs) };
    },
  };
  const ranges = await Promise.all(
    expressions.map(async (expression): Promise<DateRange[]> => {
      const found = await findEvent(limited, expression.event).catch(() => null);
      if (found === null) return [];
      const { item, timeMs } = found;
      return [
        {
          text: expression.text,
          ...eventPeriod(expression, timeMs, request.timeZone),
          event: { id: item.id, snippet: item.snippet, occurredAt: item.occurred_at },
        },
      ];
    }),
  );
  return ranges.flat();
}

interface DatedEvent extends EventMatch {
  item: ResultItem;
}

/** Returns the memory that dates an event, or null if there is none or several memories contradict each other. */
async function findEvent(context: SearchContext, event: string): Promise<DatedEvent | null> {
  const { search, tenantId, request, searchOptions } = context;
  const { columns } = await search.candidates(
    {
      tenant_id: tenantId,
      query: event,
      filter: request.filter,
      window: MAX_MATCHES,
      keyword: true,
      vector: false,
      conversation_neighbors: false,
    },
    searchOptions(),
  );
  const matches = Array.from({ length: Math.min(MAX_MATCHES, columns.length) }, (_, position) => ({
    id: columns.id(position),
    score: columns.value('keyword_score', position) ?? 0,
  }));
  if (matches.length === 0) return null;
  return chooseEvent(
    (await loadMatches(context, event, matches)).flatMap(({ item, score }): DatedEvent[] => {
      // Document chunks have only the time at which the document was stored.
      if (item.kind === 'chunk') return [];
      return [{ item, score, coverage: item.query_coverage ?? 0, timeMs: Date.parse(item.occurred_at) }];
    }),
  );
}

interface Match {
  id: string;
  score: number;
}

/** Loads the items of matches, in a search of the past as they were. */
async function loadMatches(
  context: SearchContext,
  event: string,
  matches: readonly Match[],
): Promise<{ item: ResultItem; score: number }[]> {
  const { search, tenantId, request, searchOptions } = context;
  if (request.past === null) {
    const ids = matches.map(({ id }) => id);
    const { items } = await search.items(
      { tenant_id: tenantId, ids, query: event, include_neighbors: 0, filter: request.filter },
      searchOptions(),
    );
    const scores = new Map(matches.map(({ id, score }) => [id, score]));
    return items.map((item) => ({ item, score: scores.get(item.id)! }));
  }
  const options = { query: event, skip: 0, limit: matches.length, includeNeighbors: 0 };
  const results = await loadPastResults(toPastSearch(context, request.past, options), {
    length: matches.length,
    item: (rank) => matches[rank]!,
  });
  // A text that another one replaced has no highlight, and its coverage is that of the other text.
  return results.flatMap(({ ranked, item }) =>
    item.highlight === null ? [] : [{ item, score: ranked.score }],
  );
}
