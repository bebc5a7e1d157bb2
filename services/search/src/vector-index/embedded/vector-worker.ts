import { workerData } from 'node:worker_threads';
import { sendNotice, serveCalls } from '../../embedded-storage/worker-server.ts';
import { createVectorWorkerMethods, type VectorWorkerOptions } from './vector-worker-methods.ts';

serveCalls(
  createVectorWorkerMethods(workerData as VectorWorkerOptions, (tenantId) =>
    sendNotice({ tenantLost: tenantId }),
  ),
);
