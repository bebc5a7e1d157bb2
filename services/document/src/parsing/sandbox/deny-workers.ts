import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

/** Part of `process.permission` that older releases of Node.js 24 lack. */
export interface Permission {
  drop?(scope: 'worker'): void;
}

/**
 * Prevents this process from starting further worker threads. A worker thread can be started without the permission
 * model of its process, which would let a parser escape from the sandbox.
 *
 * Older releases of Node.js 24 cannot drop a permission at run time. For these, the `Worker` constructor is replaced.
 */
export function denyWorkers({ permission }: { permission?: Permission }): void {
  if (permission?.drop !== undefined) return permission.drop('worker');
  Object.assign(workerThreads, { Worker: DeniedWorker });
  syncBuiltinESMExports();
}

class DeniedWorker {
  constructor() {
    throw Object.assign(new Error('Worker threads are not allowed in the parser sandbox.'), {
      code: 'ERR_ACCESS_DENIED',
    });
  }
}
