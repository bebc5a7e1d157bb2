import { describeRejection } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import type { ApiRequest, PortalApi } from '../api/portal-api.ts';
import type { Flash, FlashLink } from '../sessions/session.ts';
import type { Locale } from '../texts/texts.ts';
import type { InboxList } from './inbox-item.ts';

export const DECISIONS = ['keep-newer', 'keep-older', 'keep-both', 'merge'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Decisions that replace a memory and that the API cannot undo, so the user confirms them. */
export const isConfirmed = (decision: Decision): decision is 'keep-newer' | 'keep-older' =>
  decision === 'keep-newer' || decision === 'keep-older';

/** Status codes of errors whose message the page shows. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([403, 409, 422]);

/** A pair and the decision of the user. */
export interface DecidedPair {
  list: InboxList;
  id: string;
  decision: Decision;
  older: string;
  newer: string;
  /** ID of the source of a reported contradiction. */
  source: string;
  /** Text that replaces both memories. Only of the decision `merge`. */
  content: string;
}

/** Sends a decision to the API. Returns the message for the user, with links to the memories. */
export async function decide(api: PortalApi, pair: DecidedPair, { texts }: Locale): Promise<Flash> {
  const { inbox } = texts;
  try {
    const resolved = await api.request<{
      new_memory_id?: string | null;
      resolution?: { result_id: string | null } | string | null;
    }>(pair.list === 'suggestions' ? suggestionRequest(pair) : contradictionRequest(pair));
    const result =
      resolved.new_memory_id ??
      (typeof resolved.resolution === 'object' ? (resolved.resolution?.result_id ?? null) : null);
    return {
      kind: 'notice',
      text: inbox.done[pair.decision],
      links: linksOf(pair, result, inbox),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return { kind: 'problem', text: inbox.decidedMeanwhile };
    if (!REPORTED_STATUSES.has(error.status)) throw error;
    return { kind: 'problem', text: inbox.unchanged(describeRejection(error, texts)) };
  }
}

function linksOf(
  { decision, older, newer }: DecidedPair,
  result: string | null,
  inbox: Locale['texts']['inbox'],
): FlashLink[] {
  const link = (id: string, label: string): FlashLink => ({ href: `/memories/${id}`, label });
  switch (decision) {
    case 'keep-newer':
      return [link(newer, inbox.kept), link(older, inbox.replaced)];
    case 'keep-older':
      return [link(older, inbox.kept), link(newer, inbox.replaced)];
    case 'keep-both':
      return [link(older, inbox.first), link(newer, inbox.second)];
    case 'merge':
      return result === null ? [] : [link(result, inbox.merged)];
  }
}

/** @see docs/reference/suggestions.md#resolve-a-suggestion */
function suggestionRequest({ id, decision, older, newer, content }: DecidedPair): ApiRequest {
  const bodies: Record<Decision, object> = {
    'keep-newer': { action: 'supersede', keep_id: newer },
    'keep-older': { action: 'supersede', keep_id: older },
    'keep-both': { action: 'dismiss' },
    merge: { action: 'merge', content },
  };
  return { method: 'POST', path: `/api/v2/suggestions/${id}/resolve`, body: bodies[decision] };
}

/** @see docs/reference/memories.md#resolve-a-contradiction */
function contradictionRequest({ id, decision, older, newer, source, content }: DecidedPair): ApiRequest {
  const choose = (kept: string): object => ({
    resolution: kept === source ? 'choose_memory_1' : 'choose_memory_2',
  });
  const bodies: Record<Decision, object> = {
    'keep-newer': choose(newer),
    'keep-older': choose(older),
    'keep-both': { resolution: 'keep_both' },
    merge: { resolution: 'create_new', new_content: content },
  };
  return {
    method: 'POST',
    path: `/api/v2/memories/contradictions/${id}/resolve`,
    body: bodies[decision],
  };
}
