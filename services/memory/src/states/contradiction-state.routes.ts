import { continueAfter, optionalCursorPageQuery, route, takePage, toLimit, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import {
  RESTORE_BODY_LIMIT_BYTES,
  restoredStatesResource,
  toRestoredStatesResource,
} from '@loci/service-hosting';
import { z } from 'zod';
import type { ContradictionStateRepository } from './contradiction-state.repository.ts';
import {
  contradictionStatesResource,
  restoreContradictionsBody,
  toContradictionState,
  toContradictionStateResource,
} from './contradiction-state.schemas.ts';
import { restoreContradictions } from './restore-contradictions.ts';
import type { RestoreContradictionsDeps } from './restore-contradictions.ts';

export interface ContradictionStateDeps extends RestoreContradictionsDeps {
  contradictionStates: ContradictionStateRepository;
}

/** Name of the list in its cursors. */
const STATE_LIST = 'contradiction-states';
const statePosition = z.tuple([uuid]);

/** The memories come first, so that tests replace their IDs by existing ones. */
const EXAMPLE_STATE = {
  source_memory_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  target_memory_id: '01890a5d-ac96-774b-bcce-b302099a8058',
  id: '01890a5d-ac96-774b-bcce-b302099a8059',
  revision: 2,
  contradiction_type: 'contextual',
  resolution_status: 'accepted',
  confidence: 0.9,
  metadata: {},
  detected_at: '2026-01-01T12:00:00.000Z',
  detected_by: 'ada',
  relationship_id: '01890a5d-ac96-774b-bcce-b302099a805a',
  resolution: 'keep_both',
  reason: 'Both are true, at different times.',
  resolved_at: '2026-01-02T12:00:00.000Z',
  resolved_by: 'ada',
  new_memory_id: null,
};

export const contradictionStateRoutes = (deps: ContradictionStateDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/contradiction-states',
    scope: 'read',
    summary: 'List the states of all contradictions',
    operationId: 'listContradictionStates',
    description: 'Lists every contradiction of the tenant with its resolution, for an export.',
    reads: ['memory'],
    query: z.object(optionalCursorPageQuery),
    response: contradictionStatesResource,
    handle: async ({ caller: { tenantId }, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const after = continueAfter(page.cursor, STATE_LIST, statePosition)?.[0];
      const found = await deps.inTransaction(tenantId, (tx) =>
        deps.contradictionStates.list(tx, tenantId, { ...toLimit(page), after }),
      );
      const { items, truncated, next_cursor } = takePage(found, page, {
        list: STATE_LIST,
        toItem: toContradictionStateResource,
        keyOf: ({ id }) => [id],
      });
      return { states: items, truncated, next_cursor };
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/contradiction-states/restore',
    scope: 'write',
    summary: 'Restore states of contradictions',
    operationId: 'restoreContradictionStates',
    description:
      'Restores up to 1,000 exported contradictions with their IDs and times. Only owners can restore. Contradictions that exist do not change.',
    body: restoreContradictionsBody,
    bodyLimitBytes: RESTORE_BODY_LIMIT_BYTES,
    response: restoredStatesResource,
    errors: ['AUTH_FORBIDDEN'],
    example: { body: { states: [EXAMPLE_STATE] } },
    handle: async ({ caller, body }) => {
      const states = body.states.map((state) => toContradictionState(caller.tenantId, state));
      return toRestoredStatesResource(await restoreContradictions(deps, caller, states));
    },
  }),
];
