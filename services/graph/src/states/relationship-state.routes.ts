import { continueAfter, optionalCursorPageQuery, route, takePage, toLimit, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import {
  RESTORE_BODY_LIMIT_BYTES,
  restoredStatesResource,
  toRestoredStatesResource,
} from '@loci/service-hosting';
import { z } from 'zod';
import type { RelationshipStateRepository } from './relationship-state.repository.ts';
import {
  relationshipStatesResource,
  restoreStatesBody,
  toRelationshipState,
  toStateResource,
} from './relationship-state.schemas.ts';
import { restoreRelationshipStates } from './restore-relationship-states.ts';
import type { RestoreRelationshipStatesDeps } from './restore-relationship-states.ts';

export interface RelationshipStateDeps extends RestoreRelationshipStatesDeps {
  relationshipStates: RelationshipStateRepository;
}

/** Name of the list in its cursors. */
const STATE_LIST = 'relationship-states';
const statePosition = z.tuple([uuid, z.int()]);

/** The replaced state of a relationship. The memories come first, so that tests replace their IDs by existing ones. */
const EXAMPLE_STATE = {
  from_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  to_id: '01890a5d-ac96-774b-bcce-b302099a8058',
  id: '01890a5d-ac96-774b-bcce-b302099a805a',
  revision: 1,
  recorded_until: '2026-01-02T12:00:00.000Z',
  recorded_by: 'ada',
  created_by: 'ada',
  relationship_type: 'supports',
  direction_type: 'DIRECTED',
  inverse_type: null,
  inverse_relationship_id: null,
  strength: 0.5,
  confidence: 0.8,
  evidence: {},
  traversal_properties: {},
  metadata: {},
  origin: 'user',
  is_active: true,
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-01-01T12:00:00.000Z',
  valid_from: null,
  valid_until: null,
};

export const relationshipStateRoutes = (deps: RelationshipStateDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/relationship-states',
    scope: 'read',
    summary: 'List the states of all relationships',
    operationId: 'listRelationshipStates',
    description: 'Lists every recorded state of every relationship of the tenant, for an export.',
    reads: ['graph'],
    query: z.object(optionalCursorPageQuery),
    response: relationshipStatesResource,
    handle: async ({ caller: { tenantId }, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const after = continueAfter(page.cursor, STATE_LIST, statePosition);
      const states = await deps.inTransaction(tenantId, (tx) =>
        deps.relationshipStates.list(tx, tenantId, { ...toLimit(page), after }),
      );
      const { items, truncated, next_cursor } = takePage(states, page, {
        list: STATE_LIST,
        toItem: toStateResource,
        keyOf: ({ relationship }) => [relationship.id, relationship.revision],
      });
      return { states: items, truncated, next_cursor };
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/relationship-states/restore',
    scope: 'write',
    summary: 'Restore states of relationships',
    operationId: 'restoreRelationshipStates',
    description:
      'Restores up to 1,000 exported states with their IDs and times. Only owners can restore. States that exist do not change.',
    body: restoreStatesBody,
    bodyLimitBytes: RESTORE_BODY_LIMIT_BYTES,
    response: restoredStatesResource,
    errors: ['AUTH_FORBIDDEN'],
    example: { body: { states: [EXAMPLE_STATE] } },
    handle: async ({ caller, body }) => {
      const states = body.states.map((state) => toRelationshipState(caller.tenantId, state));
      return toRestoredStatesResource(await restoreRelationshipStates(deps, caller, states));
    },
  }),
];
