import { workerData } from 'node:worker_threads';
import { sendNotice, serveCalls } from '../embedded-index/worker-server.ts';
import { createVectorCalls, type VectorCallsOptions } from './vector-calls.ts';

serveCalls(
  createVectorCalls(workerData as VectorCallsOptions, (tenantId) => sendNotice({ tenantLost: tenantId })),
);
