import { Reply, route } from '@loci/http';
import type { Route } from '@loci/http';
import type { OwnWrites } from '../../own-writes/own-writes.ts';
import { whyNot } from './why-not.ts';
import type { WhyNotDeps } from './why-not.ts';
import { whyNotResource } from './why-not.resource.ts';
import { toWhyNotQuestion, whyNotBody } from './why-not.schemas.ts';

export interface WhyNotRouteDeps extends WhyNotDeps {
  ownWrites: Pick<OwnWrites, 'waitUntilSearchable'>;
}

export const whyNotRoutes = (deps: WhyNotRouteDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/search/why-not',
    scope: 'read',
    summary: 'Explain why a search does not return a memory',
    operationId: 'explainMissingResult',
    description: 'Repeats a search and names the first step that removed a memory.',
    reads: ['search', 'graph'],
    body: whyNotBody,
    response: whyNotResource,
    errors: ['SYS_SERVICE_UNAVAILABLE'],
    example: {
      body: {
        memory_id: '0199a0d0-5a4e-7a3c-9d55-0f6b7c8d9e10',
        search: { query: 'What does Ada like to drink?', limit: 5 },
      },
    },
    handle: async ({ caller, body, signal }) => {
      const question = toWhyNotQuestion(body);
      const pendingWrites = await deps.ownWrites.waitUntilSearchable(caller, signal);
      const answer = await whyNot(deps, caller, question, signal);
      return new Reply(
        { ...answer, pending_writes: pendingWrites },
        { isIncomplete: answer.degraded.length > 0 },
      );
    },
  }),
];
