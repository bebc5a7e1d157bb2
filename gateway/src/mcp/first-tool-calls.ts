import type { AuthClient, FirstToolCall } from '@loci/contracts';
import { MAX_FIRST_TOOL_CALLS } from '@loci/contracts';
import type { Job } from '@loci/service-hosting';

/** Grants that are remembered as recorded. Above this number, grants are recorded again, which changes nothing. */
const MAX_RECORDED = 50_000;

/** Calls that wait for the authorization server. Above this number, calls of further grants are ignored. */
const MAX_PENDING = 10_000;

/** Interval of the requests to the authorization server. No request is sent without new grants. */
const INTERVAL_MS = 1_000;

/** Records in the authorization server that a grant is used for tool calls, once per grant and process. */
export interface FirstToolCalls {
  /** Notes a tool call with a token of a grant. Never waits. */
  note(grantId: string): void;
  /** Sends the noted grants. They are sent again by the next run if the authorization server does not respond. */
  job: Job;
}

export function createFirstToolCalls(
  auth: Pick<AuthClient, 'recordFirstToolCalls'>,
  now: () => number = Date.now,
): FirstToolCalls {
  const recorded = new Set<string>();
  const pending = new Map<string, FirstToolCall>();
  return {
    note(grantId) {
      if (recorded.has(grantId) || pending.has(grantId) || pending.size >= MAX_PENDING) return;
      pending.set(grantId, { grantId, calledAtMs: now() });
    },
    job: {
      name: 'record-first-tool-calls',
      intervalMs: INTERVAL_MS,
      runsInEveryProcess: true,
      run: async () => {
        while (pending.size > 0) {
          const calls = [...pending.values()].slice(0, MAX_FIRST_TOOL_CALLS);
          await auth.recordFirstToolCalls(calls);
          if (recorded.size + calls.length > MAX_RECORDED) recorded.clear();
          for (const { grantId } of calls) {
            recorded.add(grantId);
            pending.delete(grantId);
          }
        }
      },
    },
  };
}
