import { randomUUID } from 'node:crypto';
import type { ApiRequest, Json } from '../support/api-connection.ts';
import type { Tenant } from '../support/tenants.ts';
import { pathOf } from './openapi/operation.ts';
import type { Operation } from './openapi/operation.ts';
import {
  createSampleRecords,
  createUpload,
  erasureOfNewUser,
  exampleBody,
  multipart,
} from './sample-records.ts';

export const BULK_CREATION = 'POST /api/v2/memories/bulk';

/** Creates the records that the operation needs, and returns a request that succeeds. */
export async function validRequest(
  tenant: Tenant,
  operation: Operation,
): Promise<ApiRequest & { body?: Json }> {
  const values = await createSampleRecords(tenant, [operation]);
  const memories = [values['memory_id']!, values['other_memory_id']!] as const;
  const request = { method: operation.method, path: pathOf(operation, values) };
  switch (operation.name) {
    case 'POST /api/v2/memories':
      return {
        ...request,
        body: { content: 'A state.', memory_type: 'checkpoint', metadata: { name: randomUUID() } },
      };
    case BULK_CREATION: {
      const checkpoint = { content: 'A state.', memory_type: 'checkpoint', metadata: { name: randomUUID() } };
      return { ...request, body: { atomic: true, memories: [checkpoint] } };
    }
    case 'POST /api/v2/memory-states/restore': {
      const { states } = await tenant.loci.memories.states({ per_page: 1 });
      const id = randomUUID();
      return { ...request, body: { states: [{ ...states[0], id, chain_id: id }] } };
    }
    case 'POST /api/v2/contradiction-states/restore': {
      const [source_memory_id, target_memory_id] = memories;
      const fields = { source_memory_id, target_memory_id, id: randomUUID() };
      return { ...request, body: { states: [{ ...exampleBody(operation).states[0], ...fields }] } };
    }
    case 'POST /api/v2/relationship-states/restore': {
      const [from_id, to_id] = memories;
      const fields = {
        from_id,
        to_id,
        id: randomUUID(),
        recorded_until: null,
        relationship_type: 'precedes',
      };
      return { ...request, body: { states: [{ ...exampleBody(operation).states[0], ...fields }] } };
    }
    case 'POST /api/v2/relationships/bulk':
      return {
        ...request,
        body: [{ from_id: memories[0], to_id: memories[1], relationship_type: 'follows' }],
      };
    case 'DELETE /api/v2/relationships/between':
      await tenant.loci.relationships.create({
        from_id: memories[0],
        to_id: memories[1],
        relationship_type: 'follows',
      });
      return { ...request, path: `${request.path}?from_id=${memories[0]}&to_id=${memories[1]}` };
    case 'POST /api/v2/erasures':
      return { ...request, body: await erasureOfNewUser(tenant) };
    case 'POST /api/v2/documents/upload':
      return { ...request, ...multipart('note.txt', `A note ${randomUUID()}.`) };
    case 'POST /api/v2/artifacts/uploads/{upload_id}/complete': {
      const uploadId = await createUpload(tenant, 'artifacts', '# Tea');
      return { ...request, path: pathOf(operation, { upload_id: uploadId }) };
    }
    case 'POST /api/v2/artifacts':
      return { ...request, body: { path: `/${randomUUID()}.md`, content: '# Tea' } };
    case 'POST /api/v2/artifacts/move': {
      const from = `/${randomUUID()}.md`;
      await tenant.loci.artifacts.save({ path: from, content: '# Tea' });
      return { ...request, body: { from, to: `/moved${from}` } };
    }
    case 'GET /api/v2/artifacts':
    case 'DELETE /api/v2/artifacts': {
      const path = `/${randomUUID()}.md`;
      await tenant.loci.artifacts.save({ path, content: '# Tea' });
      return { ...request, path: `${request.path}?path=${path}` };
    }
    case 'POST /api/v2/auth/token': {
      const { apiKey } = await tenant.createKey(['read']);
      return { ...request, token: apiKey };
    }
    case 'POST /api/v2/auth/refresh': {
      const { apiKey } = await tenant.createKey(['read']);
      const { refresh_token } = await tenant.loci.auth.exchange(apiKey);
      return { ...request, body: { refresh_token } };
    }
    case 'GET /api/v2/auth/verify':
      return { ...request, token: tenant.token };
    default:
      return operation.bodySchema === null ? request : { ...request, body: exampleBody(operation, memories) };
  }
}
