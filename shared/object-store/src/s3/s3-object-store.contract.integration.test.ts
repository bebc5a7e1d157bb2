import { afterAll } from '@jest/globals';
import { describeObjectStoreContract } from '../object-store.contract.ts';
import { createTestBucket } from '../../test/s3-bucket.fixture.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

const bucket = await createTestBucket();
afterAll(() => bucket.remove());

describeObjectStoreContract({ create: () => createS3ObjectStore(bucket.options) });
