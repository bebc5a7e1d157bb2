import { classifiedMemoryResource, createClassifiedRequest } from '@loci/contracts';
import { Reply, route, validityTimestamp } from '@loci/http';
import type { Route } from '@loci/http';
import { CALLER_ERRORS, authorizeCaller } from '../internal/authorize-caller.ts';
import type { CreateMemoryDeps } from '../memories/create-memory.ts';
import { createWithSimilar } from '../memories/create-with-similar.ts';
import type { FindSimilarDeps } from '../memories/create-with-similar.ts';
import { toResource } from '../memories/memory.resource.ts';
import { createMemoryBody, expiryFields, occurredAt, tags, toNewMemory } from '../memories/memory.schemas.ts';
import { storeFact } from './store-fact.ts';

/** Internal operation behind the assistant tool `store`. */
export const classificationRoutes = (deps: CreateMemoryDeps & FindSimilarDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/create-classified',
    scope: 'internal',
    summary: 'Store a memory of a detected type',
    body: createClassifiedRequest.extend({
      tags: tags.prefault([]),
      occurred_at: occurredAt,
      valid_from: validityTimestamp.nullish(),
      valid_until: validityTimestamp.nullish(),
      ...expiryFields,
    }),
    status: 201,
    response: classifiedMemoryResource,
    errors: [...CALLER_ERRORS, 'BIZ_QUOTA_EXCEEDED'],
    handle: async ({ caller, requestId, body }) => {
      authorizeCaller('write', caller, requestId);
      const unclassified = toNewMemory(
        {
          ...DEFAULTS,
          content: body.content,
          tags: body.tags,
          occurred_at: body.occurred_at,
          valid_from: body.valid_from,
          valid_until: body.valid_until,
          expires_at: body.expires_at,
          ttl_seconds: body.ttl_seconds,
          pinned: false,
        },
        deps.now(),
      );
      const fact = { ...unclassified, importance: body.importance, pinned: body.pinned };
      const { created, similar, warnings } = await createWithSimilar(deps, caller, body.content, () =>
        storeFact(deps, caller, fact),
      );
      return new Reply(
        {
          ...toResource(created.memory, deps.now(), created.relationships),
          similar,
          ...(created.isExisting && { existing: true as const }),
        },
        { warnings: [...created.warnings, ...warnings, ...body.tags.warnings] },
      );
    },
  }),
];

/** Default values of `POST /api/v2/memories`, used for fields that the internal request does not have. */
const DEFAULTS = createMemoryBody.omit({ content: true, tags: true }).parse({});
