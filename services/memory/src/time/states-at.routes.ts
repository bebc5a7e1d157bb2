import { memoriesAtRequest, memoriesAtResponse } from '@loci/contracts';
import { fitItems, route, startTimestamp, validityTimestamp } from '@loci/http';
import type { Route } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { toRecordedResource } from './recorded-memory.resource.ts';
import type { RevisionRepository } from './revision.repository.ts';
import { requireKnownTime, toTimeTravel, validityTime } from '@loci/service-hosting';

export interface StatesAtDeps {
  inTransaction: InTransaction;
  revisions: Pick<RevisionRepository, 'findTrueVersions'>;
  now(): Date;
}

/** Internal operation that replaces memories with their versions of a time. */
export const statesAtRoutes = ({ inTransaction, revisions, now }: StatesAtDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/states-at',
    scope: 'internal',
    summary: 'Get the versions of memories that were true and known at a time',
    body: memoriesAtRequest.extend({
      as_of: validityTimestamp.optional(),
      known_at: startTimestamp.optional(),
    }),
    response: memoriesAtResponse,
    handle: ({ body }) =>
      inTransaction(body.tenant_id, async (tx) => {
        const travel = toTimeTravel(body);
        const time = now();
        await requireKnownTime(tx, body.tenant_id, travel.knownAt, time);
        const at = validityTime(travel, time);
        const { knownAt } = travel;
        const include = new Set(body.include);
        const versions = await revisions.findTrueVersions(tx, body.tenant_id, body.ids, {
          at,
          knownAt,
          include,
        });
        const found = [...versions].map(([id, memory]) => ({ id, memory: toRecordedResource(memory, at) }));
        const items = fitItems(found);
        return { items, remaining: found.slice(items.length).map(({ id }) => id) };
      }),
  }),
];
