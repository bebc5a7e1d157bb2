import { workerData } from 'node:worker_threads';
import { releaseMemoryWhenIdle } from '@loci/runtime/release-memory';
import { sendNotice, serveCalls } from '../embedded-storage/worker-server.ts';
import { createEngineMethods } from './engine-methods.ts';
import type { EngineThreadData } from './search-engine.ts';

serveCalls(createEngineMethods((workerData as EngineThreadData).threads, sendNotice));
releaseMemoryWhenIdle();
