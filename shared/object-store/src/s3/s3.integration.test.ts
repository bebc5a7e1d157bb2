import { afterAll } from '@jest/globals';
import { describeObjectStoreContract } from '../object-store.contract.ts';
import { openRealBucket } from '../../test/s3-bucket.fixture.ts';
import { createS3ObjectStore } from './s3.ts';

const bucket = await openRealBucket();
afterAll(() => bucket.remove());

describeObjectStoreContract({ create: () => createS3ObjectStore(bucket.options) });
