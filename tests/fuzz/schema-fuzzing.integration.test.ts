import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { runSchemathesis } from './schemathesis.ts';

const SEED = 20_261_122;
const MIN_CASES = 5_000;
const TIMEOUT_MS = 900_000;

describe('generated requests to all operations of the OpenAPI document', () => {
  const data = createTemporaryFolder();
  const reports = createTemporaryFolder();
  let platform: PlatformProcess;

  beforeAll(async () => {
    platform = await startPlatform(await createPlatformSettings(data.path));
  }, 90_000);
  afterAll(async () => {
    await platform.stop();
    data.remove();
    reports.remove();
  }, 30_000);

  test(
    `get responses that match the document, for ${MIN_CASES} requests with a fixed seed`,
    async () => {
      const tenant = await platform.createTenant();
      const token = tenant.token;
      const document = await platform.send({ method: 'GET', path: '/openapi.json' });
      const operations = Object.values<object>(document.body.paths).flatMap((path) => Object.keys(path));
      const run = await runSchemathesis(`http://127.0.0.1:${platform.settings.port}/openapi.json`, {
        ...{ token, seed: SEED, casesPerOperation: 30, folder: reports.path },
      });
      expect(run).toEqual({ cases: expect.any(Number), operations: operations.length, failures: '' });
      expect(run.cases).toBeGreaterThanOrEqual(MIN_CASES);
    },
    TIMEOUT_MS,
  );
});
