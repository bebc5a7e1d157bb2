import { workerData } from 'node:worker_threads';
import { sendNotice, serveCalls } from '../../embedded-storage/worker-server.ts';
import { createKeywordCalls, type KeywordCallsOptions } from './keyword-worker-methods.ts';

serveCalls(
  createKeywordCalls(workerData as KeywordCallsOptions, (tenantId) => sendNotice({ tenantLost: tenantId })),
);
