import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiRequest, ApiResponse, Json } from '../../support/api-connection.ts';
import type { Permission, Tenant } from '../../support/tenants.ts';
import { DOCUMENTED_RESPONSES } from '../documented-responses.ts';
import { fieldsOf, setAt, typesOf } from '../openapi/body-fields.ts';
import type { Field } from '../openapi/body-fields.ts';
import { isId, pathOf, pathParametersOf, queryParametersOf } from '../openapi/operation.ts';
import type { Operation, Parameter } from '../openapi/operation.ts';
import { exampleBody, multipart } from '../sample-records.ts';
import type { TestPlatform } from '../test-platform.ts';
import { BULK_CREATION, validRequest } from '../valid-request.ts';

const MAX_UPLOAD_BYTES = 20_971_520;
const MAX_ARTIFACT_BYTES = 1_048_576;
const MAX_WEBHOOKS = 20;
const MAX_BULK_BODY_BYTES = 8 * 1024 * 1024;

/** Defines tests that trigger every documented response of every operation. */
export function describeContractCoverage(platform: TestPlatform): void {
  const operationOf = (name: string): Operation => {
    const operation = platform.operations.find((each) => each.name === name);
    if (operation === undefined) throw new Error(`${name} is not in the OpenAPI document.`);
    return operation;
  };

  describe('API contract', () => {
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    test('the OpenAPI document lists exactly the operations of the reference', () => {
      const names = platform.operations.map(({ name }) => name);
      expect(names.sort()).toEqual(Object.keys(DOCUMENTED_RESPONSES).sort());
    });

    const cases = Object.entries(DOCUMENTED_RESPONSES).flatMap(([name, responses]) =>
      responses.map((response) => [name, response] as const),
    );
    test.each(cases)(
      '%s returns %s',
      async (name, expected) => {
        const response = await provoke(platform, tenant, operationOf(name), expected);
        expect([`${response.status} ${response.body?.error?.code ?? ''}`.trim(), response.text]).toEqual([
          expected,
          response.text,
        ]);
      },
      30_000,
    );
  });
}

const CHANGES_OF_A_VERSION: ReadonlySet<string> = new Set([
  'PUT /api/v2/memories/{memory_id}',
  'POST /api/v2/memories/{memory_id}/tags',
  'DELETE /api/v2/memories/{memory_id}/tags',
]);

/** Sends the requests that trigger the expected response. Returns the response of the last request. */
async function provoke(
  platform: TestPlatform,
  tenant: Tenant,
  operation: Operation,
  expected: string,
): Promise<ApiResponse> {
  const valid = await validRequest(tenant, operation);
  const send = (change: Partial<ApiRequest> = {}): Promise<ApiResponse> =>
    platform.send({ token: operation.needs.length === 0 ? null : tenant.token, ...valid, ...change });
  const path = valid.path.split('?')[0]!;

  switch (expected) {
    case '200':
      // Only the second upload of a file, and the second completion of a resumable upload, return 200.
      if (operation.isMultipart || operation.name.endsWith('/complete')) await send();
      // A bulk request returns 200 if it creates nothing.
      return operation.name === BULK_CREATION ? send({ body: { memories: [{}] } }) : send();
    case '201':
    case '202':
      return send();
    case '400 VAL_FIELD_INVALID':
      return operation.method === 'POST'
        ? send({ body: { ...valid.body, path: '/../file.md', to: '/../file.md' } })
        : send({ path: `${path}?path=${encodeURIComponent('/../file.md')}` });
    case '401 AUTH_UNAUTHORIZED':
      return send({ token: null });
    case '401 AUTH_INVALID_CREDENTIALS':
      return send({ token: 'loci_000000000000_0000000000000000' });
    case '401 AUTH_TOKEN_INVALID':
      return send(operation.method === 'GET' ? { token: 'x' } : { body: { refresh_token: 'x' } });
    case '403 AUTH_FORBIDDEN':
      return send({ token: await tenant.createToken(insufficientPermissions(operation)) });
    case '404 RES_NOT_FOUND':
      return send(missingRecord(operation));
    case '409 RES_ALREADY_EXISTS':
      // These operations fail for an inactive version. All others fail if they are repeated.
      if (CHANGES_OF_A_VERSION.has(operation.name)) {
        const memoryId = path.split('/')[4]!;
        await tenant.loci.memories.evolve(memoryId, {
          new_content: 'A new version.',
          evolution_type: 'update',
        });
        return send();
      }
      await send();
      return send();
    case '409 BIZ_QUOTA_EXCEEDED': {
      const other = await platform.createTenant();
      for (let count = 0; count < MAX_WEBHOOKS; count++) await other.loci.webhooks.create(valid.body);
      return send({ token: other.token });
    }
    case '422 VAL_ADDRESS_FORBIDDEN':
      return send({ body: { ...valid.body, url: 'https://10.0.0.1/' } });
    case '413 VAL_FIELD_TOO_LONG':
      if (operation.isMultipart) return send(multipart('large.txt', Buffer.alloc(MAX_UPLOAD_BYTES + 1, 'a')));
      return operation.name === BULK_CREATION
        ? send({ body: { memories: [{ content: 'x'.repeat(MAX_BULK_BODY_BYTES) }] } })
        : send({ body: { ...valid.body, content: 'x'.repeat(MAX_ARTIFACT_BYTES + 1) } });
    case '422 VAL_FIELD_REQUIRED':
      return operation.isMultipart
        ? send(withoutFile())
        : send(operation.bodySchema === null ? { path } : { body: {} });
    case '422 VAL_FIELD_TOO_LONG':
      return send({ body: withTooLongText(operation, valid.body) });
    case '422 VAL_ENUM_INVALID':
      return operation.bodySchema === null
        ? send({ path: `${path}?${enumParameterOf(operation).name}=unknown` })
        : send({ body: withUnknownEnumValue(operation, valid.body) });
    case '422 VAL_UUID_INVALID':
      return send(withMalformedId(operation));
    case '422 VAL_VALIDATION_FAILED':
      return operation.isMultipart ? send(multipart('program.exe', 'MZ')) : send({ raw: '{"content": "a' });
    case '422 VAL_FIELD_INVALID':
      if (operation.isMultipart) return send(multipart('a.txt', 'text', '{"a":'));
      return operation.bodySchema === null
        ? send({ path: `${path}?${numberParameterOf(operation).name}=x` })
        : send({ raw: '{"unknown": "\\ud800"}' });
    default:
      throw new Error(`No request is defined that returns ${expected}.`);
  }
}

/** Returns permissions that do not allow the operation. */
function insufficientPermissions({ needs: [scope, permission] }: Operation): Permission[] {
  if (permission !== undefined) return ['read', 'write'];
  return scope === 'read' ? ['write'] : ['read'];
}

/** Returns a request for records that do not exist. */
function missingRecord(operation: Operation): Partial<ApiRequest> {
  if (pathParametersOf(operation).length > 0) {
    const ids = Object.fromEntries(pathParametersOf(operation).map(({ name }) => [name, randomUUID()]));
    return { path: pathOf(operation, ids) };
  }
  switch (operation.name) {
    case 'DELETE /api/v2/relationships/between':
      return { path: `${operation.path}?from_id=${randomUUID()}&to_id=${randomUUID()}` };
    case 'GET /api/v2/artifacts':
    case 'DELETE /api/v2/artifacts':
      return { path: `${operation.path}?path=/${randomUUID()}.md` };
    case 'GET /api/v2/personality/awakening':
      return { path: `${operation.path}?persona_id=unknown` };
    case 'POST /api/v2/personality':
      return { body: { persona_id: 'unknown' } };
    case 'POST /api/v2/erasures': {
      const userId = randomUUID();
      return { body: { user_id: userId, confirm: userId } };
    }
    default:
      return { body: exampleBody(operation) };
  }
}

const withoutFile = (): Partial<ApiRequest> => ({
  raw: '--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{}\r\n--x--\r\n',
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
});

function withMalformedId(operation: Operation): Partial<ApiRequest> {
  const ids = Object.fromEntries(pathParametersOf(operation).map(({ name }) => [name, 'not-a-uuid']));
  const path = pathOf(operation, ids);
  if (Object.keys(ids).length > 0) return { path };
  const parameter = required(queryParametersOf(operation).find(({ schema }) => isId(schema)));
  return { path: `${path}?${parameter.name}=not-a-uuid` };
}

function withTooLongText(operation: Operation, body: Json): Json {
  const field = fieldOf(
    operation,
    ({ at, schema }) =>
      at.length === 1 && typesOf(schema)?.includes('string') === true && schema.maxLength > 0,
  );
  return setAt(operation.bodySchema, body, field.at, 'x'.repeat(field.schema.maxLength + 1));
}

const withUnknownEnumValue = (operation: Operation, body: Json): Json =>
  setAt(
    operation.bodySchema,
    body,
    fieldOf(operation, ({ schema }) => schema.enum !== undefined).at,
    'unknown',
  );

const fieldOf = ({ bodySchema }: Operation, matches: (field: Field) => boolean): Field =>
  required(fieldsOf(bodySchema).find(matches));

const enumParameterOf = (operation: Operation): Parameter =>
  required(queryParametersOf(operation).find(({ schema }) => schema.enum !== undefined));

const numberParameterOf = (operation: Operation): Parameter =>
  required(
    queryParametersOf(operation).find(({ schema }) =>
      typesOf(schema)?.some((type) => ['integer', 'number'].includes(type)),
    ),
  );

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The operation has no matching field or parameter.');
  return found;
}
