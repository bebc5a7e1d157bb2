import { createClassifiedRequest, memoryResource } from '@loci/contracts';
import { Reply, route } from '@loci/http';
import type { Route } from '@loci/http';
import { CALLER_ERRORS, authorizeCaller } from '../internal/authorize-caller.ts';
import type { CreateMemoryDeps } from '../memories/create-memory.ts';
import { toResource } from '../memories/memory.resource.ts';
import { createMemoryBody, occurredAt, tags, toNewMemory } from '../memories/memory.schemas.ts';
import { createClassifiedMemory } from './create-classified-memory.ts';

/** Internal operation behind the assistant tool `store`. */
export const classificationRoutes = (deps: CreateMemoryDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/create-classified',
    scope: 'internal',
    summary: 'Create a memory of a detected type',
    body: createClassifiedRequest.extend({ tags: tags.prefault([]), occurred_at: occurredAt }),
    status: 201,
    response: memoryResource,
    errors: [...CALLER_ERRORS, 'BIZ_QUOTA_EXCEEDED'],
    handle: async ({ caller, requestId, body }) => {
      authorizeCaller('write', caller, requestId);
      const memory = toNewMemory({
        ...DEFAULTS,
        content: body.content,
        tags: body.tags,
        occurred_at: body.occurred_at,
      });
      const input = { ...memory, importance: body.importance };
      const created = await createClassifiedMemory(deps, caller, input);
      return new Reply(toResource(created), { warnings: body.tags.warnings });
    },
  }),
];

/** Default values of `POST /api/v2/memories`, used for fields that the internal request does not have. */
const DEFAULTS = createMemoryBody.omit({ content: true, tags: true }).parse({});
