import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiError, AuditEntry, Loci } from '@loci/client';
import { callTool } from '../../support/call-tool.ts';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import { collect, failureOf, infoOf } from '../../support/client-calls.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import { pathParametersOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { validRequest } from '../valid-request.ts';

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
    /** Client with an API key whose ID is known. */
    let loci: Loci;
    let token: string;
    let keyId: string;
    let userId: string;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      const key = await tenant.createKey(ALL_PERMISSIONS);
      keyId = key.keyId;
      loci = await tenant.createClient({}, { apiKey: key.apiKey });
      token = (await loci.auth.exchange(key.apiKey)).access_token;
      userId = (await loci.auth.verify()).user_id;
    });

    const list = async (
      query: Parameters<Loci['audit']['list']>[0] = {},
      of = tenant,
    ): Promise<AuditEntry[]> => (await of.loci.audit.list(query)).items;

    const writes = platform.operations.filter(({ needs }) => needs[0] === 'write');
    const cases = writes.map((operation) => [operation.name, operation] as const);
    test.each(cases)(
      '%s adds one entry with its user, key, operation and objects',
      async (_, operation: Operation) => {
        const request = await validRequest(tenant, operation);
        const send = (method = request.method): Promise<ApiResponse> =>
          platform.send({ token, ...request, method });
        // The memory must have the tags that the request removes.
        if (operation.name === REMOVAL_OF_TAGS) await send('POST');
        const response = await send();
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
        expect(entries[0]!.object_ids).toEqual(expect.arrayContaining(changed));
        expect(entries[0]!.object_ids.length).toBeGreaterThan(0);
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
      const { id } = await tenant.loci.memories.create({ content: 'Only stored once.' });
      const read = await infoOf((options) => loci.memories.get(id, {}, options));
      const update = loci.memories.update(randomUUID(), { content: 'x' });
      const rejected = (await update.catch((error: unknown) => error)) as ApiError;
      expect(rejected.status).toBe(404);
      for (const { requestId } of [read, rejected])
        expect(await list({ request_id: requestId! })).toEqual([]);
      expect(await list({ object_id: id })).toHaveLength(1);
    });

    test('an update that changes nothing adds no entry', async () => {
      const { id, importance } = await tenant.loci.memories.create({
        content: 'Stays as it is.',
        tags: ['a'],
      });
      await loci.memories.update(id, { importance });
      expect(await list({ object_id: id })).toHaveLength(1);
    });

    test('entries contain no content', async () => {
      const marker = `marker${randomUUID().replaceAll('-', '')}`;
      const { id } = await tenant.loci.memories.create({
        content: marker,
        tags: [marker],
        metadata: { [marker]: marker },
      });
      await tenant.loci.artifacts.save({ path: `/${marker}.md`, content: marker });
      await loci.documents.upload({ file: new Blob([marker]), filename: `${marker}.txt` });
      await tenant.loci.personality.addTrait({ content: marker });
      await tenant.loci.memories.update(id, { content: `${marker} again` });
      const entries = await list({ limit: 1_000 });
      expect(entries.length).toBeGreaterThan(4);
      expect(JSON.stringify(entries)).not.toContain(marker);
    });

    test('an owner never sees entries of another tenant', async () => {
      const other = await platform.createTenant();
      const { id } = await other.loci.memories.create({ content: 'Of another tenant.' });
      expect(await list({ object_id: id }, other)).toHaveLength(1);
      expect(await list({ object_id: id })).toEqual([]);
      expect(JSON.stringify(await collect(tenant.loci.audit.export()))).not.toContain(id);
    });

    test.each(['member', 'viewer'] as const)('a %s cannot read the audit log', async (role) => {
      const { audit } = await tenant.createClient({ userId: await tenant.createUser(role) });
      for (const read of [() => audit.list(), () => collect(audit.export())])
        expect(await failureOf(read())).toMatchObject({
          status: 403,
          code: 'AUTH_FORBIDDEN',
          message: 'Only owners can read the audit log.',
          details: { required_role: 'owner', current_role: role },
        });
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
          const { id } = await reader.loci.memories.create({ content: `Number ${i}.` });
          // An entry of another service between the entries of the memory service.
          const artifact = await reader.loci.artifacts.save({ path: `/${i}.md`, content: 'x' });
          stored.push(id, artifact.artifact_id);
        }
      });

      const idsOf = (entries: readonly AuditEntry[]): string[] =>
        entries.flatMap(({ object_ids }) => object_ids);

      test('cursors visit every entry of all services once, newest first', async () => {
        const visited = await collect(reader.loci.audit.iterate({ limit: 4, action: 'create' }));
        expect(idsOf(visited).slice(0, stored.length)).toEqual(stored.toReversed());
        const times = visited.map(({ at }) => at);
        expect(times).toEqual(times.toSorted().toReversed());
        expect(new Set(visited.map(({ id }) => id)).size).toBe(visited.length);
      });

      test('an export has one line per entry and a last line with their number', async () => {
        // The client returns the entries, but not the lines.
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
        ['from after to', { from: '2026-02-02', to: '2026-02-01' }, '`from` must be before `to`.'],
        [
          'a range of 367 days',
          { from: '2025-01-01', to: '2026-01-03' },
          '`from` must be at most 366 days before `to`.',
        ],
      ])('%s is rejected with 422', async (_, query, message) => {
        const { audit } = reader.loci;
        for (const read of [() => audit.list(query), () => collect(audit.export(query))]) {
          const { status, code, fieldErrors } = await failureOf(read());
          expect([status, code, fieldErrors]).toEqual([422, 'VAL_FIELD_INVALID', { from: [message] }]);
        }
      });

      test.each([
        [{ object_type: 'planet' }, 'VAL_ENUM_INVALID'],
        [{ action: 'read' }, 'VAL_ENUM_INVALID'],
        [{ key_id: 'x' }, 'VAL_UUID_INVALID'],
        [{ limit: 1_001 }, 'VAL_FIELD_INVALID'],
        [{ cursor: 'x' }, 'VAL_FIELD_INVALID'],
        [{ user_id: 'x'.repeat(501) }, 'VAL_FIELD_TOO_LONG'],
      ])('the query %j is rejected with 422 %s', async (query, code) => {
        const call = reader.loci.audit.list(query as never);
        expect(await failureOf(call)).toMatchObject({ status: 422, code });
      });

      test('the cursor of another list is rejected with 422', async () => {
        const { pagination } = await reader.loci.memories.list({ per_page: 1 });
        const call = reader.loci.audit.list({ cursor: pagination.next_cursor! });
        expect(await failureOf(call)).toMatchObject({ status: 422, code: 'VAL_FIELD_INVALID' });
      });
    });
  });
}
