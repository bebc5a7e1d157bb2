import { DPOP_JTIS_PATH, dpopJtiResponse, dpopJtiRequest } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { recordDpopJti } from './record-dpop-jti.ts';
import type { RecordDpopJtiDeps } from './record-dpop-jti.ts';

/** Internal operation with which gateways share the ids of used DPoP proofs. */
export const dpopJtiRoutes = (deps: RecordDpopJtiDeps): Route[] => [
  route({
    method: 'post',
    path: DPOP_JTIS_PATH,
    scope: 'internal',
    summary: 'Record the jti of a used DPoP proof',
    body: dpopJtiRequest,
    response: dpopJtiResponse,
    handle: async ({ body }) => ({
      fresh: await recordDpopJti(deps, body.proof_id, new Date(body.expires_at)),
    }),
  }),
];
