import { continueAfter, optionalCursorPageQuery, route, takePage, toLimit, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import {
  RESTORE_BODY_LIMIT_BYTES,
  restoredStatesResource,
  toRestoredStatesResource,
} from '@loci/service-hosting';
import { z } from 'zod';
import type { MemoryStateRepository } from './memory-state.repository.ts';
import {
  memoryStatesResource,
  restoreStatesBody,
  toMemoryState,
  toStateResource,
} from './memory-state.schemas.ts';
import { restoreMemoryStates } from './restore-memory-states.ts';
import type { RestoreMemoryStatesDeps } from './restore-memory-states.ts';

export interface MemoryStateDeps extends RestoreMemoryStatesDeps {
  states: MemoryStateRepository;
}

/** Name of the list in its cursors. */
const STATE_LIST = 'memory-states';

const statePosition = z.tuple([uuid, z.int()]);

const EXAMPLE_STATE = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  revision: 1,
  recorded_until: null,
  recorded_by: 'ada',
  user_id: 'ada',
  content: 'Ada prefers tea to coffee.',
  content_revision: 1,
  memory_type: 'fact',
  importance: 0.5,
  confidence: 0.8,
  source_type: 'direct_input',
  metadata: {},
  tags: ['preferences'],
  conversation_id: null,
  lifecycle_state: 'active',
  version: 1,
  chain_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  superseded_by: null,
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-01-01T12:00:00.000Z',
  occurred_at: '2026-01-01T12:00:00.000Z',
  valid_from: null,
  valid_until: null,
  expires_at: null,
  expires_by_default: false,
  pinned: false,
  access_count: 0,
  last_accessed: null,
};

export const memoryStateRoutes = (deps: MemoryStateDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/memory-states',
    scope: 'read',
    summary: 'List the states of all memories',
    operationId: 'listMemoryStates',
    description: 'Lists every recorded state of every memory of the tenant, for an export.',
    reads: ['memory'],
    query: z.object(optionalCursorPageQuery),
    response: memoryStatesResource,
    handle: async ({ caller: { tenantId }, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const after = continueAfter(page.cursor, STATE_LIST, statePosition);
      const states = await deps.inTransaction(tenantId, (tx) =>
        deps.states.list(tx, tenantId, { ...toLimit(page), after }),
      );
      const { items, truncated, next_cursor } = takePage(states, page, {
        list: STATE_LIST,
        toItem: toStateResource,
        keyOf: ({ memory }) => [memory.id, memory.revision],
      });
      return { states: items, truncated, next_cursor };
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/memory-states/restore',
    scope: 'write',
    summary: 'Restore states of memories',
    operationId: 'restoreMemoryStates',
    description:
      'Restores up to 1,000 exported states with their IDs and times. Only owners can restore. States that exist do not change.',
    canWaitForSearch: true,
    body: restoreStatesBody,
    bodyLimitBytes: RESTORE_BODY_LIMIT_BYTES,
    response: restoredStatesResource,
    errors: ['AUTH_FORBIDDEN', 'BIZ_QUOTA_EXCEEDED'],
    example: { body: { states: [EXAMPLE_STATE] } },
    handle: async ({ caller, body }) => {
      const states = body.states.map((state) => toMemoryState(caller.tenantId, state));
      return toRestoredStatesResource(await restoreMemoryStates(deps, caller, states));
    },
  }),
];
