import { memoriesRequest, versionsAtResponse } from '@loci/contracts';
import { route, startTimestamp, validityTimestamp } from '@loci/http';
import type { Route } from '@loci/http';
import { requireKnownTime, toTimeTravel, validityTime } from '@loci/service-hosting';
import type { RevisionRepository } from './revision.repository.ts';
import type { StatesAtDeps } from './states-at.routes.ts';

/** Internal operation that returns the validities of memories at a time. */
export const versionsAtRoutes = ({
  inTransaction,
  revisions,
  now,
}: Pick<StatesAtDeps, 'inTransaction' | 'now'> & {
  revisions: Pick<RevisionRepository, 'findVersionsAt'>;
}): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/versions-at',
    scope: 'internal',
    summary: 'Get the version numbers and the validities of memories at a time',
    body: memoriesRequest.extend({
      as_of: validityTimestamp.optional(),
      known_at: startTimestamp.optional(),
    }),
    response: versionsAtResponse,
    handle: ({ body }) =>
      inTransaction(body.tenant_id, async (tx) => {
        const travel = toTimeTravel(body);
        const time = now();
        await requireKnownTime(tx, body.tenant_id, travel.knownAt, time);
        const times = { at: validityTime(travel, time), knownAt: travel.knownAt };
        return { items: await revisions.findVersionsAt(tx, body.tenant_id, body.ids, times) };
      }),
  }),
];
