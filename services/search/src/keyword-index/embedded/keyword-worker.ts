import { workerData } from 'node:worker_threads';
import { sendNotice, serveCalls } from '../../embedded-storage/worker-server.ts';
import { createKeywordWorkerMethods, type KeywordWorkerOptions } from './keyword-worker-methods.ts';

serveCalls(
  createKeywordWorkerMethods(workerData as KeywordWorkerOptions, (tenantId) =>
    sendNotice({ tenantLost: tenantId }),
  ),
);
