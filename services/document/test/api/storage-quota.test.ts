import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { repairCounters } from '@loci/postgres';
import { createMetrics } from '@loci/runtime';
import type { Service } from '@loci/service-hosting';
import { testCaller } from '@loci/testing';
import { documentCounterSource } from '../../src/documents/document-counters.ts';
import { parseInProcess, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentFixture } from '../document-service.fixture.ts';

let fixture: DocumentFixture;
let service: Service;
beforeAll(async () => {
  fixture = await startDocumentService();
  service = fixture.start({ storageQuota: { maxBytes: 1_000, metrics: createMetrics('document') } });
});
afterAll(() => fixture.close());

const http = (as: Caller) => fixture.as(as, service.routes);
const usage = async (as: Caller) => (await http(as).get('/api/v2/usage/documents')).body.data;
const upload = (as: Caller, letter: string, bytes: number) =>
  http(as)
    .post('/api/v2/documents/upload')
    .attach('file', Buffer.from(letter.repeat(bytes)), `${letter}.txt`);

describe('a tenant that has used its storage quota for documents', () => {
  test('receives 409 BIZ_QUOTA_EXCEEDED for a file that exceeds the quota, before the file is parsed', async () => {
    const as = testCaller();
    expect((await upload(as, 'a', 600)).status).toBe(201);
    fixture.faults.parse = () => Promise.reject(new Error('The file must not be parsed.'));
    const { status, body } = await upload(as, 'b', 401);
    delete fixture.faults.parse;
    expect([status, body.error?.code]).toEqual([409, 'BIZ_QUOTA_EXCEEDED']);
    expect(body.error.details).toEqual({ resource_type: 'document', quota_bytes: 1_000, used_bytes: 600 });
    expect(await usage(as)).toEqual({ used_bytes: 600, quota_bytes: 1_000 });
    expect(await fixture.objectKeys(as)).toHaveLength(1);
    expect(await fixture.rowIds(as)).toHaveLength(1);
    expect((await upload(as, 'b', 400)).status).toBe(201);
  });

  test('receives the stored document for an upload of the same content', async () => {
    const as = testCaller();
    await upload(as, 'a', 1_000);
    expect((await upload(as, 'a', 1_000)).status).toBe(200);
  });

  test('can upload documents again after it has deleted documents', async () => {
    const as = testCaller();
    const { body } = await upload(as, 'a', 1_000);
    expect((await upload(as, 'b', 10)).status).toBe(409);
    await http(as).delete(`/api/v2/documents/${body.data.id ?? body.data.document_id}`);
    expect(await usage(as)).toMatchObject({ used_bytes: 0 });
    expect((await upload(as, 'b', 1_000)).status).toBe(201);
    const repairs = await fixture.database.inTransaction(as.tenantId, (tx) =>
      repairCounters(tx, as.tenantId, documentCounterSource),
    );
    expect(repairs).toEqual([]);
  });

  test('stores nothing of a file if another upload exceeds the quota while the file is parsed', async () => {
    const as = testCaller();
    const parse = fixture.faults.parse;
    fixture.faults.parse = async (file) => {
      delete fixture.faults.parse;
      await upload(as, 'b', 900);
      return parseInProcess(file);
    };
    const { status, body } = await upload(as, 'a', 200);
    fixture.faults.parse = parse;
    expect([status, body.error?.code]).toEqual([409, 'BIZ_QUOTA_EXCEEDED']);
    expect(await usage(as)).toMatchObject({ used_bytes: 900 });
    expect(await fixture.objectKeys(as)).toHaveLength(1);
  });
});
