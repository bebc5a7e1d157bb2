import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callTool } from '../../support/call-tool.ts';
import type { ApiRequest, ApiResponse, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import { pathParametersOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import { multipart } from '../sample-records.ts';
import type { TestPlatform } from '../test-platform.ts';
import { validRequest } from '../valid-request.ts';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.error?.code ?? ''}`.trim();

/** Type of the changed objects of an operation, by the third segment of its path. */
const OBJECT_TYPES: Readonly<Record<string, string>> = {
  memories: 'memory',
  // A changed tag is a change of the memories that have it.
  tags: 'memory',
  'memory-states': 'memory',
  // Checkpoints are stored as memories.
  checkpoints: 'memory',
  'contradiction-states': 'contradiction',
  'relationship-states': 'relationship',
  relationships: 'relationship',
  documents: 'document',
  artifacts: 'artifact',
  webhooks: 'webhook',
  suggestions: 'suggestion',
  'saved-searches': 'saved_search',
  erasures: 'erasure',
  settings: 'tenant',
  // Personas and traits are stored as memories.
  personality: 'memory',
};

const REMOVAL_OF_TAGS = 'DELETE /api/v2/memories/{memory_id}/tags';

/** Defines the tests of the audit log through the gateway. @see docs/reference/audit.md */
export function describeAuditLog(platform: TestPlatform): void {
  describe('threat 32: changes without a trace', () => {
    let tenant: Tenant;
    /** Token of an API key whose ID is known. */
    let token: string;
    let keyId: string;
    let userId: string;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      ({ token, keyId, userId } = await keyOf(tenant));
    });

    /** Creates an API key with an access token. */
    async function keyOf(of: Tenant): Promise<{ token: string; keyId: string; userId: string }> {
      const { apiKey, keyId: id } = await of.createKey(['read', 'write', 'delete']);
      const exchange = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: apiKey });
      const access = exchange.body.data.access_token as string;
      const verified = await platform.send({ method: 'GET', path: '/api/v2/auth/verify', token: access });
      return { token: access, keyId: id, userId: verified.body.data.user_id };
    }

    const list = async (query: Record<string, string> = {}, of = tenant): Promise<Json[]> =>
      (await of.data('GET', `/api/v2/audit?${new URLSearchParams(query).toString()}`)).items;

    const send = (request: ApiRequest): Promise<ApiResponse> => platform.send({ token, ...request });

    const writes = platform.operations.filter(({ needs }) => needs[0] === 'write');
    const cases = writes.map((operation) => [operation.name, operation] as const);
    test.each(cases)(
      '%s adds one entry with its user, key, operation and objects',
      async (_, operation: Operation) => {
        const request = await validRequest(platform, tenant, operation);
        // The memory must have the tags that the request removes.
        if (operation.name === REMOVAL_OF_TAGS) await send({ ...request, method: 'POST' });
        const response = await send(request);
        expect(Math.floor(response.status / 100)).toBe(2);
        const entries = await list({ request_id: response.headers['x-request-id']! });
        const objectType = operation.path.includes('contradictions')
          ? 'contradiction'
          : OBJECT_TYPES[operation.path.split('/')[3]!];
        expect(entries).toEqual([
          {
            at: expect.any(String),
            id: expect.any(String),
            user_id: userId,
            client_id: 'api-key',
            key_id: keyId,
            via: 'key',
            request_id: response.headers['x-request-id'],
            operation: operation.name,
            action: expect.any(String),
            object_type: objectType,
            object_ids: expect.any(Array),
          },
        ]);
        const changed = [
          ...pathParametersOf(operation).map(() => response.body.data.id as string),
          response.body.data.id ?? response.body.data.artifact_id,
        ].filter((id) => id !== undefined);
        expect(entries[0].object_ids).toEqual(expect.arrayContaining(changed));
        expect(entries[0].object_ids.length).toBeGreaterThan(0);
      },
      30_000,
    );

    test('a tool call adds one entry with the name of the tool', async () => {
      const stored = await callTool(platform.sendUnchecked, token, 'store', { content: 'Ada likes tea.' });
      expect(await list({ object_id: stored.memory.id })).toEqual([
        expect.objectContaining({
          user_id: userId,
          key_id: keyId,
          operation: 'tool store',
          action: 'create',
        }),
      ]);
    });

    test('reads and rejected changes add no entry', async () => {
      const memory = await tenant.data('POST', '/api/v2/memories', { content: 'Only stored once.' });
      const read = await send({ method: 'GET', path: `/api/v2/memories/${memory.id}` });
      const rejected = await send({
        method: 'PUT',
        path: `/api/v2/memories/${randomUUID()}`,
        body: { content: 'x' },
      });
      expect(rejected.status).toBe(404);
      for (const { headers } of [read, rejected]) {
        expect(await list({ request_id: headers['x-request-id']! })).toEqual([]);
      }
      expect(await list({ object_id: memory.id })).toHaveLength(1);
    });

    test('an update that changes nothing adds no entry', async () => {
      const memory = await tenant.data('POST', '/api/v2/memories', {
        content: 'Stays as it is.',
        tags: ['a'],
      });
      const path = `/api/v2/memories/${memory.id}`;
      expect((await send({ method: 'PUT', path, body: { importance: memory.importance } })).status).toBe(200);
      expect(await list({ object_id: memory.id })).toHaveLength(1);
    });

    test('entries contain no content', async () => {
      const marker = `marker${randomUUID().replaceAll('-', '')}`;
      const memory = await tenant.data('POST', '/api/v2/memories', {
        content: marker,
        tags: [marker],
        metadata: { [marker]: marker },
      });
      await tenant.data('POST', '/api/v2/artifacts', { path: `/${marker}.md`, content: marker });
      await send({ method: 'POST', path: '/api/v2/documents/upload', ...multipart(`${marker}.txt`, marker) });
      await tenant.data('POST', '/api/v2/personality/traits', { content: marker });
      await tenant.data('PUT', `/api/v2/memories/${memory.id}`, { content: `${marker} again` });
      const { text } = await tenant.call('GET', '/api/v2/audit?limit=1000');
      expect(JSON.parse(text).data.items.length).toBeGreaterThan(4);
      expect(text).not.toContain(marker);
    });

    test('an owner never sees entries of another tenant', async () => {
      const other = await platform.createTenant();
      const memory = await other.data('POST', '/api/v2/memories', { content: 'Of another tenant.' });
      expect(await list({ object_id: memory.id }, other)).toHaveLength(1);
      expect(await list({ object_id: memory.id })).toEqual([]);
      const exported = await tenant.call('GET', '/api/v2/audit/export');
      expect(exported.text).not.toContain(memory.id);
    });

    test.each(['member', 'viewer'])('a %s cannot read the audit log', async (role) => {
      const admin = (path: string, body: object): Promise<ApiResponse> =>
        platform.sendToAuthServer({ method: 'POST', path, token: platform.adminToken, body });
      const email = `${randomUUID()}@example.com`;
      const user = await admin('/admin/users', {
        tenant_id: tenant.tenantId,
        email,
        password: `correct horse ${randomUUID()}`,
        role,
      });
      const key = await admin('/admin/api-keys', {
        tenant_id: tenant.tenantId,
        user_id: user.body.data.user_id,
        name: randomUUID(),
        permissions: ['read', 'write', 'delete'],
      });
      const exchange = await platform.send({
        method: 'POST',
        path: '/api/v2/auth/token',
        token: key.body.data.api_key,
      });
      for (const path of ['/api/v2/audit', '/api/v2/audit/export']) {
        const response = await send({ method: 'GET', path, token: exchange.body.data.access_token });
        expect(codeOf(response)).toBe('403 AUTH_FORBIDDEN');
        expect(response.body.error).toMatchObject({
          message: 'Only owners can read the audit log.',
          details: { required_role: 'owner', current_role: role },
        });
      }
    });

    test('administrative changes of the workspace are in the audit log of its owner', async () => {
      const found = await list({ object_type: 'api_key', object_id: keyId });
      expect(found).toEqual([
        expect.objectContaining({
          user_id: 'operator',
          client_id: 'admin-api',
          key_id: null,
          via: 'operator',
          operation: 'POST /admin/api-keys',
          action: 'create',
        }),
      ]);
    });

    describe('pages and exports', () => {
      let reader: Tenant;
      let stored: string[];
      beforeAll(async () => {
        reader = await platform.createTenant();
        stored = [];
        for (let i = 0; i < 7; i++) {
          const memory = await reader.data('POST', '/api/v2/memories', { content: `Number ${i}.` });
          stored.push(memory.id);
          // An entry of another service between the entries of the memory service.
          const artifact = await reader.data('POST', '/api/v2/artifacts', { path: `/${i}.md`, content: 'x' });
          stored.push(artifact.artifact_id);
        }
      });

      const idsOf = (entries: readonly Json[]): string[] =>
        entries.flatMap(({ object_ids }: Json) => object_ids as string[]);

      test('cursors visit every entry of all services once, newest first', async () => {
        const visited: Json[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const page: Json = await reader.data(
            'GET',
            `/api/v2/audit?limit=4&action=create${cursor && `&cursor=${cursor}`}`,
          );
          visited.push(...page.items);
          cursor = page.next_cursor as string | null;
        }
        expect(idsOf(visited).slice(0, stored.length)).toEqual(stored.toReversed());
        expect(visited.map(({ at }) => at as string)).toEqual(
          visited
            .map(({ at }) => at as string)
            .sort()
            .toReversed(),
        );
        expect(new Set(visited.map(({ id }) => id as string)).size).toBe(visited.length);
      });

      test('an export has one line per entry and a last line with their number', async () => {
        const response = await reader.call('GET', '/api/v2/audit/export?object_type=artifact');
        expect(response.headers['content-type']).toBe('application/x-ndjson');
        const lines = response.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Json);
        expect(lines.at(-1)).toEqual({ end: true, count: 7 });
        expect(idsOf(lines.slice(0, -1))).toEqual(stored.filter((_, index) => index % 2 === 1).toReversed());
      });

      test.each([
        ['from after to', 'from=2026-02-02&to=2026-02-01', '`from` must be before `to`.'],
        [
          'a range of 367 days',
          'from=2025-01-01&to=2026-01-03',
          '`from` must be at most 366 days before `to`.',
        ],
      ])('%s is rejected with 422', async (_, query, message) => {
        for (const path of ['/api/v2/audit', '/api/v2/audit/export']) {
          const response = await reader.call('GET', `${path}?${query}`);
          expect(codeOf(response)).toBe('422 VAL_FIELD_INVALID');
          expect(response.body.error.field_errors).toEqual({ from: [message] });
        }
      });

      test.each([
        ['object_type=planet', 'VAL_ENUM_INVALID'],
        ['action=read', 'VAL_ENUM_INVALID'],
        ['key_id=x', 'VAL_UUID_INVALID'],
        ['limit=1001', 'VAL_FIELD_INVALID'],
        ['cursor=x', 'VAL_FIELD_INVALID'],
        [`user_id=${'x'.repeat(501)}`, 'VAL_FIELD_TOO_LONG'],
      ])('the query %s is rejected with 422 %s', async (query, code) => {
        expect(codeOf(await reader.call('GET', `/api/v2/audit?${query}`))).toBe(`422 ${code}`);
      });

      test('the cursor of another list is rejected with 422', async () => {
        const memories = await reader.data('GET', '/api/v2/memories?per_page=1');
        const response = await reader.call('GET', `/api/v2/audit?cursor=${memories.pagination.next_cursor}`);
        expect(codeOf(response)).toBe('422 VAL_FIELD_INVALID');
      });
    });
  });
}
