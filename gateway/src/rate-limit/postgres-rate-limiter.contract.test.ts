import { afterAll } from '@jest/globals';
import { createTestDatabase } from '@loci/testing';
import { GATEWAY_MIGRATIONS } from '../migrations.ts';
import { describePostgresRateLimiter } from '../../test/rate-limit/postgres-rate-limiter.fixture.ts';

const test = await createTestDatabase({ gateway: GATEWAY_MIGRATIONS });
afterAll(() => test.close());

describePostgresRateLimiter({ open: () => test.open('gateway') });
