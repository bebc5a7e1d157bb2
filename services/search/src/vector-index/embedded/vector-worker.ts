import { workerData } from 'node:worker_threads';
import { sendNotice, serveCalls } from '../../embedded-storage/worker-server.ts';
import { createVectorCalls, type VectorCallsOptions } from './vector-worker-methods.ts';

serveCalls(
  createVectorCalls(workerData as VectorCallsOptions, (tenantId) => sendNotice({ tenantLost: tenantId })),
);
