import { workerData } from 'node:worker_threads';
import { sendNotice, serveCalls } from '../embedded-index/worker-server.ts';
import { createKeywordCalls, type KeywordCallsOptions } from './keyword-calls.ts';

serveCalls(
  createKeywordCalls(workerData as KeywordCallsOptions, (tenantId) => sendNotice({ tenantLost: tenantId })),
);
