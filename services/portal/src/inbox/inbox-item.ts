/** A memory of a pair. */
export interface PairMemory {
  id: string;
  content: string;
  created_at: string;
}

/** The lists of the inbox, in the order in which it shows them. */
export const INBOX_LISTS = ['contradictions', 'suggestions'] as const;
export type InboxList = (typeof INBOX_LISTS)[number];

/** A pair of memories that waits for a decision. */
export interface InboxItem {
  list: InboxList;
  id: string;
  kind: 'duplicate' | 'contradiction' | 'reported';
  older: PairMemory;
  newer: PairMemory;
  /** ID of the source of a reported contradiction. Its resolutions refer to the source as the first memory. */
  source: string | null;
}

/** Position in the inbox: a list, a cursor in it, and the number of the pair. */
export interface InboxPosition {
  list: InboxList;
  cursor: string | null;
  /** Number of the pair, from 1. */
  number: number;
}

const MAX_CURSOR_LENGTH = 4_096;
const MAX_NUMBER = 100_000;

/** Reads a position from the query of a request. Ignores malformed values, because users edit URLs. */
export function readPosition(query: Readonly<Record<string, unknown>>): InboxPosition {
  const { list, cursor } = query;
  const number = Number(query['number']);
  return {
    list: INBOX_LISTS.find((each) => each === list) ?? 'contradictions',
    cursor: typeof cursor === 'string' && cursor !== '' && cursor.length <= MAX_CURSOR_LENGTH ? cursor : null,
    number: Number.isInteger(number) && number >= 1 && number <= MAX_NUMBER ? number : 1,
  };
}

/** Returns the path of the inbox at a position. */
export function inboxUrl({ list, cursor, number }: InboxPosition): string {
  const query = new URLSearchParams({
    ...(list !== 'contradictions' && { list }),
    ...(cursor !== null && { cursor }),
    ...(number !== 1 && { number: String(number) }),
  }).toString();
  return query === '' ? '/inbox' : `/inbox?${query}`;
}

/** Sorts the memories of a pair by the time of their creation. */
export const sortPair = (one: PairMemory, other: PairMemory): { older: PairMemory; newer: PairMemory } =>
  one.created_at <= other.created_at ? { older: one, newer: other } : { older: other, newer: one };
